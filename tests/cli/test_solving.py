"""The commands survive, threat, solve, keep and proof: the contract's JSON, prose and statuses."""

import json

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main

OPEN = "1980 total=84 hands=2,5,6,O/O,10,10,R draw=9,2,10,R,8,H,R,8,10,-10"


def run(*words, text=None):
    return CliRunner().invoke(main, list(words), input=text)


def told(*words):
    found = run(*words, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.output)


def test_threat_has_the_contract_keys_for_every_play():
    found = told("threat", "1980 total=95 hand=2,D,R,O players=3")

    assert found["position"] == "1980 total=95 hand=2,D,R,O players=3"
    assert found["plays"][0] == {"play": "2", "chance": "1683/6580", "next": 1, "owes": 1}
    assert [entry["play"] for entry in found["plays"]] == ["2", "D", "R"]


def test_a_play_that_loses_has_no_threat():
    found = told("threat", "ninety-nine total=53 hand=2,A,10")

    assert found["plays"][0] == {"play": "2", "chance": None, "next": None, "owes": None}


def test_solve_has_the_contract_keys():
    found = told("solve", OPEN)

    assert found["can_win"] is True
    assert found["line"] == ["5", "R", "9", "10"]
    assert found["positions"] > 1
    assert "value" not in found


def test_ninety_nine_has_a_value_instead():
    found = told("solve", "ninety-nine total=95 hands=4,9,9/K,K,K draw=3,3,3,3,5,5,5,5")

    assert found["value"] == 2
    assert "can_win" not in found


def test_solve_tells_the_line_in_sentences():
    found = run("solve", OPEN)

    assert "can force a win" in found.output
    assert "Seat 1 loses the hand" in found.output


def test_a_limit_on_positions_is_kept():
    found = run("solve", OPEN, "--limit", "2", "--json")

    assert found.exit_code == 1
    error = json.loads(found.output)["error"]
    assert error["kind"] == "unanswerable"
    assert "2 positions" in error["message"]


def test_a_limit_of_nothing_is_wrong_usage():
    assert run("solve", OPEN, "--limit", "0").exit_code == 2


def test_keep_tells_each_card_that_may_be_played_now():
    found = told("keep", "1980 total=80 hand=7,D,9,O players=3", "--rise", "8")

    assert found["plays"][0] == {"play": "7", "chance": "2/5"}
    assert found["rise"] == {"8": "1/1"}


@pytest.mark.parametrize("command", ["survive", "threat", "solve", "keep"])
def test_lines_from_standard_input_are_answered_in_order(command):
    """A bad line is answered by an error object, the run goes on, and the status is 1."""
    found = run(command, "-", "--json", text=f"{OPEN}\n1980 total=x\n{OPEN}\n")

    lines = [json.loads(line) for line in found.output.splitlines()]
    assert [("error" in line) for line in lines] == [False, True, False]
    assert found.exit_code == 1


def test_a_proof_that_was_written_is_accepted(tmp_path):
    path = tmp_path / "proof.json"
    path.write_text(run("survive", "1980 total=92 hand=7,5,9,O owes=2", "--proof").output)

    found = run("proof", str(path))

    assert found.exit_code == 0
    assert "The proof holds" in found.output


def test_a_proof_that_was_changed_is_refused_with_its_place(tmp_path):
    path = tmp_path / "proof.json"
    text = run("solve", OPEN, "--proof").output
    path.write_text(text.replace('"5"', '"2"'))

    found = run("proof", str(path))

    assert found.exit_code == 1
    assert "replies" in found.output


def test_a_file_that_is_no_proof_is_refused_and_the_others_are_still_checked(tmp_path):
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    bad.write_bytes(b"\xff\x00{")
    good.write_text(run("survive", "2022 total=50 hand=1,2,3,4", "--proof").output)

    found = run("proof", str(bad), str(good))

    assert found.exit_code == 1
    assert f"{good}: The proof holds" in found.output
