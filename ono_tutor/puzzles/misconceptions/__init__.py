"""Misconceptions: rule sets changed to what a learner wrongly believes, run by the same engine.

In reading order:

- ``mistaken``: what every changed rule set has.
- ``ono99``: misconceptions about both editions of O'NO 99; ``ono1980`` and ``ono2022`` about one.
- ``ninety_nine``: misconceptions about Ninety-Nine.
- ``diagnosis``: which misconceptions explain a wrong answer.
"""
