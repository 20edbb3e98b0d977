from milkwood.models.wording import Wording, words_of


def test_words_are_compared_in_lower_case_without_endings_and_without_empty_words() -> None:
    assert words_of("Isabella's parties are at the Cafe; the rolls!") == {"isabella", "party", "cafe", "roll"}


def test_names_and_words_that_end_in_s_keep_it_where_it_is_no_plural() -> None:
    assert words_of("Klaus, Chris and the bus pass") >= {"klaus", "chris", "bus", "pass"}


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    assert words_of("情人节派对") == {"情人", "人节", "节派", "派对"}


def test_pairs_of_empty_characters_do_not_count() -> None:
    assert words_of("我们的") == frozenset()
    assert words_of("猫") == {"猫"}


def test_both_languages_in_one_text() -> None:
    assert words_of("在 Lucy 的咖啡馆") == {"lucy", "的咖", "咖啡", "啡馆"}


def test_likeness_by_words_is_from_nothing_shared_to_all_shared() -> None:
    alike = Wording().alike
    assert alike("the cat sleeps", "cats sleep") == 1.0
    assert alike("the cat sleeps", "a dog barks") == 0.0
    assert alike("", "a dog") == 0.0
    assert 0 < alike("bread and butter", "bread and cheese") < 1
    assert alike("bread and butter", "bread") == alike("bread", "bread and butter")
