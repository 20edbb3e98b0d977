import pytest

from tests.towns.conftest import TinyPack

FILE = "people/ada.toml"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('bed = "House:bedroom:big bed"\n', "", f"{FILE}: “bed” is missing. Add the address of the bed"),
        ('"House:bedroom:big bed"', '"House:bedroom"', f"{FILE} > bed: “House:bedroom” is not the address of a bed."),
        ('zh = "艾达" }', 'zh = "" }', f"{FILE} > called: The text in zh is blank."),
        (', zh = "艾达" }', " }", f"{FILE} > called: The text is missing in zh."),
        ('zh = "艾达" }', 'zh = "艾达", fr = "Ada" }', f"{FILE} > called: The town is not available in “fr”."),
        ('zh = "艾达" }', "zh = 7 }", f"{FILE} > called: The text in zh is “7”, not words."),
        ('zh = "艾达" }', 'zh = "\\u001b" }', f"{FILE} > called: The text in zh holds control characters."),
        ('"敏捷"]', '"敏捷", "高"]', f"{FILE} > traits: The lists differ in length: 2 in en, 3 in zh."),
        ('["屋顶漏水"]', "[]", f"{FILE} > concerns: The list in zh is empty."),
        ('["屋顶漏水"]', '"屋顶"', f"{FILE} > concerns: In zh this is “屋顶”, not a list."),
        ("age = 30", "age = 30.5", f"{FILE} > age: “30.5” is not valid here. Write an age in whole years"),
        ("age = 30", "age = 0", f"{FILE} > age: “0” is not valid here."),
        ('"they"', '"it"', f'{FILE} > pronoun: “it” is not valid here. Write "she", "he" or "they".'),
        ('style = "warm"', 'style = "worm"', "“worm” is not one of the words allowed here. Did you mean “warm”"),
        ('style = "warm", ', "", f"{FILE} > speech: The style is missing."),
        ('wake = "07:00"', 'wake = "7 am"', f'{FILE} > habits > wake: “7 am” is not a time. Write "HH:MM"'),
        ('wake = "07:00"', 'wake = "25:30"', f"{FILE} > habits > wake: “25:30” is not a time."),
        ('wake = "07:00"', "wake = 07:00:00", f"{FILE} > habits > wake: “07:00:00” is not a time."),
        ('from = "08:00"', 'from = "08:61"', f"{FILE} > habits > day #2 > from: “08:61” is not a time."),
        ('"08:00-12:00"', '"8-12"', f"{FILE} > work > hours: “8-12” is not a span of time."),
        ('"08:00-12:00"', '"08:00-08:00"', f"{FILE} > work > hours: “08:00-08:00” has no duration."),
        ('"House:kitchen:cooking area"', '"a:b:c:d:e"', "day #1 > where: “a:b:c:d:e” is not an address."),
        ('"House:kitchen:cooking area"', "7", "day #1 > where: “7” is not an address."),
        ("closeness = 6", "closeness = 11", f"{FILE} > knows #1 > closeness: “11” is not valid here."),
        ("closeness = 6", "closeness = -11", f"{FILE} > knows #1 > closeness: “-11” is not valid here."),
        ("importance = 8", "importance = 80", f"{FILE} > memories #8 > importance: “80” is not valid here."),
        ('"tan"', '"tann"', f"{FILE} > looks > skin: “tann” is not one of the words allowed here. Did you mean “tan”"),
        ('"navy"', '"navy"\nextras = ["glases"]', "looks > extras #1: “glases” is not one of the words allowed here"),
        ('"navy"', '"navy"\nhat = "red"', f"{FILE} > looks: There is no field “hat” here."),
        ('"navy"', '"navy"\n[extra]', f"{FILE}: There is no field “extra” here."),
        ("age = 30", "agge = 30", f"{FILE}: There is no field “agge” here. Did you mean “age”?"),
    ],
)
def test_a_fault_in_a_person_is_named_with_its_remedy(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap(FILE, old, new)
    assert any(error in found for found in tiny.errors()), tiny.errors()


def test_an_enemy_is_known_with_negative_closeness(tiny: TinyPack) -> None:
    tiny.swap(FILE, "closeness = 6", "closeness = -10")
    assert tiny.problems() == []


def test_a_table_in_place_of_a_list_is_reported(tiny: TinyPack) -> None:
    tiny.swap(FILE, "[[knows]]", "[knows]")
    assert any(found.startswith(f"{FILE} > knows: “a table” is not valid here") for found in tiny.errors())


def test_hours_may_run_past_midnight(tiny: TinyPack) -> None:
    tiny.swap(FILE, '"08:00-12:00"', '"20:00-02:00"')
    assert tiny.problems() == []
