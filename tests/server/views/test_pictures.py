from milkwood.server.views.pictures import PICTURES, picture
from milkwood.towns import Pack


def test_a_picture_is_drawn_once(quay: Pack) -> None:
    person = next(iter(quay.people.values()))
    assert picture("portrait", person.looks, person.age) is picture("portrait", person.looks, person.age)


def test_every_picture_of_everyone_is_a_png(quay: Pack) -> None:
    for person in quay.people.values():
        for name in PICTURES:
            assert picture(name, person.looks, person.age).startswith(b"\x89PNG")
