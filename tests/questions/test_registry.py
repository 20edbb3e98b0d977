from importlib import resources

import pytest

from milkwood.errors import OurBug
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.registry import KINDS, kind_of, prompt_hashes

THE_TEN = "plan_day break_down weigh react speak after_talk reflect new_self interview whisper".split()


def test_all_ten_questions_are_there_and_named_as_their_folders() -> None:
    assert list(KINDS) == THE_TEN
    assert all(kind.name == name for name, kind in KINDS.items())


def test_an_unknown_question_is_our_bug() -> None:
    with pytest.raises(OurBug, match="no question called “dance”"):
        kind_of("dance")


@pytest.mark.parametrize("name", THE_TEN)
def test_a_question_is_complete(name: str) -> None:
    """Rule M2: a schema, a prompt in every language, cases."""
    folder = resources.files(f"milkwood.questions.{name}")
    for part in ("schema.py", "cases.toml", *(f"prompt.{language}.txt" for language in LANGUAGES)):
        assert folder.joinpath(part).is_file(), part


def test_a_changed_prompt_changes_its_hash_alone() -> None:
    hashes = prompt_hashes()
    assert len(hashes) == len(THE_TEN) * len(LANGUAGES)
    assert len(set(hashes.values())) == len(hashes)
