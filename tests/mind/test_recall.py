import json
from dataclasses import replace

import numpy as np
import pytest

from milkwood.chance import stream as draws
from milkwood.mind import similarity
from milkwood.mind.port import Memory
from milkwood.mind.recall import Recall, Recollection, Weights
from milkwood.mind.stream import MemoryStream
from milkwood.models.embedding import Meanings
from tests.mind.embedder import Bag

HOUR = 360
ONLY_RECENCY = Weights(1, 0, 0, 0)
ONLY_IMPORTANCE = Weights(0, 1, 0, 0)
ONLY_RELEVANCE = Weights(0, 0, 1, 0)
ONLY_WORDS = Weights(0, 0, 0, 1)

WORDS = "bread butter cafe park party mayor election book paint song rain garden school shop letter".split()


def recall_of(*memories: tuple[int, Memory], weights: Weights | None = None, meanings: bool = True) -> Recall:
    made = MemoryStream(HOUR)
    for tick, memory in memories:
        made.add(tick, memory)
    return Recall(made, Meanings(Bag(512)) if meanings else None, weights)


def found(recollections: list[Recollection]) -> list[int]:
    return [each.number for each in recollections]


def test_nothing_comes_to_mind_where_nothing_is_remembered() -> None:
    assert recall_of().recall(["bread"], 0, 5) == []
    assert recall_of((0, Memory("saw", "bread"))).recall(["bread"], 0, 0) == []


def test_the_newest_is_the_most_recent_and_recency_halves_as_hours_pass() -> None:
    made = recall_of(*((n * HOUR, Memory("saw", f"memory {n}")) for n in range(3)), weights=ONLY_RECENCY)
    best = made.recall([], 2 * HOUR, 3)
    assert found(best) == [3, 2, 1]
    middle = (0.995 - 0.995**2) / (1 - 0.995**2)
    assert [each.recency for each in best] == [1.0, round(middle, 4), 0.0]


def test_the_most_important_comes_first() -> None:
    made = recall_of(*((0, Memory("saw", f"{n}", importance=n)) for n in (3, 9, 1)), weights=ONLY_IMPORTANCE)
    best = made.recall([], 0, 3)
    assert [(each.number, each.importance) for each in best] == [(2, 1.0), (1, 0.25), (3, 0.0)]


def test_similar_meanings_come_first_and_the_nearest_has_relevance_one() -> None:
    made = recall_of(
        (0, Memory("saw", "rain")),
        (0, Memory("saw", "bread butter")),
        (0, Memory("saw", "bread song")),
        weights=ONLY_RELEVANCE,
    )
    best = made.recall(["butter bread"], 0, 3)
    assert found(best) == [2, 3, 1]
    assert best[0].relevance == 1.0
    assert best[1].relevance == pytest.approx(0.5, abs=0.1)


def test_the_nearest_of_several_texts_counts() -> None:
    made = recall_of((0, Memory("saw", "rain")), (0, Memory("saw", "song")), (0, Memory("saw", "book")))
    assert set(found(made.recall(["song", "rain"], 0, 2))) == {1, 2}


def test_unrelated_text_does_not_hide_the_relevant_part() -> None:
    made = recall_of(
        (0, Memory("saw", "rain garden")), (0, Memory("saw", "mayor election letter")), weights=ONLY_RELEVANCE
    )
    best = made.recall(["A letter about the mayor's election. Rain, garden, book, song, shop, school!"], 0, 2)
    assert found(best) == [2, 1]


def test_in_small_talk_the_person_brings_memories_back() -> None:
    bag, made = Bag(), MemoryStream(HOUR)
    made.add(0, Memory("saw", "rain"))
    made.add(0, Memory("saw", "somebody waved", ("sam",)))
    assert found(Recall(made, Meanings(bag)).recall(["Take care, Sam."], 0, 1, people=["sam"])) == [2]
    assert "Take care, Sam." not in bag.asked


def test_names_and_words_match_without_any_embedding() -> None:
    made = recall_of(
        (0, Memory("saw", "the party")), (0, Memory("saw", "somebody waved", ("sam",))), weights=ONLY_WORDS
    )
    assert found(made.recall(["parties"], 0, 1)) == [1]
    assert found(made.recall([], 0, 1, people=["sam"])) == [2]


def test_without_meanings_relevance_is_a_matter_of_words() -> None:
    made = recall_of((0, Memory("saw", "rain")), (0, Memory("saw", "bread butter")), meanings=False)
    best = made.recall(["bread"], 0, 2)
    assert found(best) == [2, 1]
    assert [each.relevance for each in best] == [1.0, 0.0]


def test_the_score_is_the_weighted_sum_and_all_scores_are_rounded() -> None:
    weights = Weights(0.5, 2, 3, 0.25)
    made = recall_of(*remembered(40), weights=weights)
    for each in made.recall(["bread cafe", "rain"], 99 * HOUR, 10, people=["p1"]):
        total = 0.5 * each.recency + 2 * each.importance + 3 * each.relevance + 0.25 * each.words
        assert each.score == pytest.approx(total, abs=5e-4)
        assert each.scores() == [each.recency, each.importance, each.relevance, each.words, each.score]
        assert all(0 <= score <= 1 and score == round(score, 4) for score in each.scores()[:4])


def test_equal_scores_are_ordered_by_number() -> None:
    made = recall_of(*((0, Memory("saw", f"bread {chr(97 + n) * 2}")) for n in range(9)), weights=ONLY_RECENCY)
    assert found(made.recall(["bread"], 50, 4)) == [1, 2, 3, 4]


def test_the_same_words_come_to_mind_once() -> None:
    repeated = [(n, Memory("saw", "bread")) for n in range(30)]
    made = recall_of((0, Memory("saw", "rain")), *repeated, (0, Memory("saw", "song")))
    best = made.recall(["bread"], 100, 3)
    assert found(best)[0] == 31
    assert sorted(found(best)) == [1, 31, 32]


def test_kinds_and_exceptions_are_honoured() -> None:
    made = recall_of((0, Memory("saw", "bread")), (0, Memory("talk", "bread rolls")), (0, Memory("talk", "bread shop")))
    assert found(made.recall(["bread"], 0, 5, kinds=("talk",), but={2})) == [3]
    assert made.recall(["bread"], 0, 5, kinds=("insight",)) == []


def test_recalling_changes_nothing() -> None:
    made = recall_of((0, Memory("saw", "bread")), (HOUR, Memory("saw", "rain")), weights=ONLY_RELEVANCE)
    made.recall(["bread"], 5 * HOUR, 1)
    assert [record.last_recalled for record in made._stream.all()] == [0, HOUR]


def remembered(count: int, seed: int = 1) -> list[tuple[int, Memory]]:
    draw = draws(seed, "memories")
    made = []
    for number in range(count):
        text = " ".join([*draw.shuffled(WORDS)[: draw.between(1, 4)], f"x{number % (count // 2)}"])
        made.append((number * 30, Memory("talk", text, (f"p{draw.below(5)}",), draw.between(1, 10))))
    return made


def asked(made: Recall, seed: int = 2) -> list[list[Recollection]]:
    draw = draws(seed, "queries")
    answers = []
    for number in range(25):
        texts = [" ".join(draw.shuffled(WORDS)[:3]) for _ in range(draw.below(3))]
        kinds = None if draw.happens(0.7) else ("talk",)
        tick = 60_000 + number
        answers.append(made.recall(texts, tick, draw.between(1, 12), people=("p1",), kinds=kinds))
        for each in answers[-1]:
            made._stream.came_to_mind(each.number, tick)
    return answers


@pytest.mark.parametrize("leading", [1, 8, 96])
def test_skipping_memories_that_cannot_be_among_the_best_changes_nothing(
    leading: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = asked(recall_of(*remembered(1_500)))
    monkeypatch.setattr(similarity, "BOUND_FROM_ROWS", 100)
    monkeypatch.setattr(similarity, "_MAX_LEFT_SHARE", 1.0)
    monkeypatch.setattr(similarity, "_LEADING_COLUMNS", leading)
    assert asked(recall_of(*remembered(1_500))) == plain


def test_a_bound_that_cuts_off_too_much_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = asked(recall_of(*remembered(1_500)))
    monkeypatch.setattr(similarity, "BOUND_FROM_ROWS", 100)
    monkeypatch.setattr(similarity, "_LEADING_COLUMNS", 8)
    monkeypatch.setattr(similarity, "_left", lambda parts: np.zeros(len(parts), np.float32))
    assert asked(recall_of(*remembered(1_500))) != plain


def test_memories_that_come_later_are_among_those_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similarity, "BOUND_FROM_ROWS", 50)
    made = recall_of(*remembered(200))
    made.recall(["bread"], 10_000, 3)
    number = made._stream.add(10_000, Memory("talk", "bread mayor letter", importance=10))
    assert found(made.recall(["letter mayor bread"], 10_000, 1)) == [number]


def test_forgetting_between_two_recalls_changes_rows_but_not_what_is_found() -> None:
    made = recall_of((0, Memory("saw", "rain", importance=1)), (0, Memory("talk", "song")), (0, Memory("talk", "book")))
    made.recall(["book"], 1, 1)
    assert made._stream.forget(48 * HOUR) == [1]
    assert found(made.recall(["book"], 48 * HOUR, 1)) == [3]


@pytest.mark.parametrize("meanings", [True, False])
def test_a_person_restored_recalls_as_if_never_interrupted(meanings: bool) -> None:
    rows = remembered(300)
    straight = recall_of(*rows, meanings=meanings)
    asked(straight, seed=5)
    straight._stream.forget(70_000)
    again = Recall(MemoryStream(HOUR), Meanings(Bag(512)) if meanings else None)
    written = [(tick, replace(memory, number=n)) for n, (tick, memory) in enumerate(rows, 1)]
    again._stream.restore(json.loads(json.dumps(straight._stream.keep())), written)
    assert asked(again) == asked(straight)
