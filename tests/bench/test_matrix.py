"""What a sweep combines, and the names of its folders."""

from __future__ import annotations

import pytest

from rules.errors import ConfigError
from tablewright.series.matrix import combinations, swept


def names(*texts, most=60):
    return [one.name for one in combinations(swept(texts), most)]


def settings(*texts):
    return [one.settings for one in combinations(swept(texts))]


def test_every_value_meets_every_other():
    assert names("number_board.digit_height_mm=10,12.5", "card.sleeve=none,premium") == [
        "digit_height_mm=10,sleeve=none",
        "digit_height_mm=10,sleeve=premium",
        "digit_height_mm=12.5,sleeve=none",
        "digit_height_mm=12.5,sleeve=premium",
    ]


def test_lists_and_texts_with_commas_are_values_of_their_own():
    assert settings("paper.sizes=[a4],[a4,letter]", "title='a, b',c") == [
        ('paper.sizes=["a4"]', 'title="a, b"'),
        ('paper.sizes=["a4"]', 'title="c"'),
        ('paper.sizes=["a4", "letter"]', 'title="a, b"'),
        ('paper.sizes=["a4", "letter"]', 'title="c"'),
    ]
    assert names("paper.sizes=[a4],[a4,letter]") == ["sizes=a4+", "sizes=a4+letter"]


def test_keys_with_equal_last_parts_are_told_apart():
    assert names("card.width_mm=40", "tile.width_mm=41", "die.edge_mm=16") == ["card.width_mm=40,tile.width_mm=41,edge_mm=16"]


# Values that look alike, differ in capitals only, are long, or hold what no folder's name may.
TRICKY = ["10", "'10'", "true", "'true'", "null", "a/b", "a-b", "A-B", "'a,b'", "[a,b]", "a+b", "..", "'#ff0000'", "{a: 1}"]
TRICKY += ["\u00fc", "x" * 300]


def test_names_are_safe_and_tell_every_value():
    found = names(f"key={','.join(TRICKY)}")
    assert len({name.casefold() for name in found}) == len(TRICKY)
    for name in found:
        assert name.startswith("key=")
        assert len(name) <= 130
        assert not set(name) & set('/\\:*?"<>| ')
        assert not name.endswith(".")


@pytest.mark.parametrize("value", TRICKY)
def test_a_value_s_name_does_not_hang_on_the_other_values(value):
    alone = names(f"key={value}")
    assert alone == [name for name in names(f"key=other,{value}") if name != "key=other"]


def test_a_name_with_many_long_values_is_cut_and_still_tells_them():
    texts = [f"key{number}={'a' * 39},{'b' * 39}" for number in range(5)]
    found = names(*texts)
    assert len(set(found)) == 2**5
    assert max(map(len, found)) <= 130


def test_everything_that_is_wrong_is_said_at_once():
    with pytest.raises(ConfigError) as caught:
        swept(["no equals", "a=", "b=1,1", "c=1,", "d=][", "e=1", "e=2", "f=1", "f.g=2", ".h=1"])
    told = {problem.where: problem.what for problem in caught.value.problems}
    assert "must be key=value,value" in told["--set no equals"]
    assert "lacks a value" in told["--set a="]
    assert "has 1 twice" in told["--set b=1,1"]
    assert "lacks a value" in told["--set c=1,"]
    assert "put quotes or brackets" in told["--set d=]["]
    assert "is there twice" in told["--set e"]
    assert "lies within f" in told["--set f.g"]
    assert "must be key=value,value" in told["--set .h=1"]


def test_a_slip_does_not_make_hundreds():
    values = ",".join(map(str, range(1, 9)))
    with pytest.raises(ConfigError, match=r"8 x 8 values make 64 combinations, must be at most 60; .* --most 64"):
        names(f"a={values}", f"b={values}")
    assert len(names(f"a={values}", f"b={values}", most=64)) == 64
