from milkwood.models.wording import WordOverlap, sayings_of, words_of


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
    alike = WordOverlap().alike
    assert alike("the cat sleeps", "cats sleep") == 1.0
    assert alike("the cat sleeps", "a dog barks") == 0.0
    assert alike("", "a dog") == 0.0
    assert 0 < alike("bread and butter", "bread and cheese") < 1
    assert alike("bread and butter", "bread") == alike("bread", "bread and butter")


def test_a_text_is_read_by_sentence_without_polite_phrases() -> None:
    said = "Hello, Tom. How nice! Isabella is giving a party at Hobbs Cafe. “Sam wants to be mayor.” Goodbye, Tom."
    assert sayings_of([said]) == ["Isabella is giving a party at Hobbs Cafe.", "“Sam wants to be mayor."]


def test_chinese_sentences_end_without_a_space() -> None:
    assert sayings_of(["你好！伊莎贝拉要办派对。山姆想当镇长。"]) == ["伊莎贝拉要办派对。", "山姆想当镇长。"]


def test_without_a_meaningful_sentence_the_best_one_is_taken() -> None:
    assert sayings_of(["Adam Smith"]) == ["Adam Smith"]
    assert sayings_of(["Yes. Fresh bread? Bread!"]) == ["Fresh bread?"]
    assert sayings_of(["Take care, Tom.", "Adam Smith is here.", "Yes."]) == ["Adam Smith is here."]
    assert sayings_of([""]) == [""]
    assert sayings_of([]) == []


def test_a_repeated_sentence_is_searched_once() -> None:
    assert sayings_of(["Fresh bread smells good. Fresh bread smells good."]) == ["Fresh bread smells good."]
