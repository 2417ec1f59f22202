"""What every picture keeps to."""

from xml.etree import ElementTree


def check_picture(svg, text):
    """Return the root of a sound picture: a name and this text, no id, no script, nothing fetched;
    all that is placed in it lies within its frame."""
    root = ElementTree.fromstring(svg)
    _, _, wide, tall = map(float, root.get("viewBox").split())
    placed = [part.attrib for part in root if part.get("x") and part.get("y")]
    assert placed
    for part in placed:
        places = [float(x) for x in part["x"].split()]  # a place a letter, in some texts
        assert min(places) >= 0
        assert max(places) + float(part.get("width", 0)) <= wide
        assert 0 <= float(part["y"]) <= tall
    assert root.get("role") == "img"
    assert [child.tag.rpartition("}")[2] for child in root[:2]] == ["title", "desc"]
    assert root[1].text == text
    assert not [e for e in root.iter() if e.get("id") or e.tag.endswith(("script", "image", "use"))]
    assert svg.replace("http://www.w3.org/2000/svg", "").count("http") == 0
    return root
