"""The likeness from which two blocks of a day mean the same, for our embedder.

The reason for `routines.SAME_MEANING_SIMILARITY`.

Different: every two blocks of one person's usual day in the same room, since only those could be confused (a routine is
searched in its own room). The same: blocks as people word them on another day, written for this. A wrong reuse does the
wrong thing; a missed one only costs a question: so the threshold is the lowest at which no different pair passes.
"""

from collections.abc import Iterator
from itertools import combinations

from milkwood import towns
from milkwood.mind.routines import SAME_MEANING_SIMILARITY
from milkwood.models.embedding import Meanings
from milkwood.providers.sentences import Sentences
from milkwood.towns.shelf import find
from milkwood.words import Language
from tools.proof import Row

SAME = {
    "en": (
        ("having lunch", "eating lunch"),
        ("having lunch", "having some lunch"),
        ("cooking dinner", "making dinner"),
        ("cooking dinner", "cooking the dinner"),
        ("washing and getting ready for bed", "washing and getting ready for the night"),
        ("washing and getting ready for bed", "getting washed and ready for bed"),
        ("showering and getting dressed", "taking a shower and getting dressed"),
        ("showering and getting dressed", "having a shower and dressing"),
        ("mending nets", "mending the nets"),
        ("mending nets", "repairing the fishing nets"),
        ("attending physics class", "attending the physics class"),
        ("attending physics class", "going to physics class"),
        ("opening the cafe and serving breakfast", "opening the cafe and serving breakfast to customers"),
        ("tidying, dusting and folding laundry", "tidying up, dusting and folding the laundry"),
        ("painting for the solo show", "painting for her solo show"),
        ("practising the guitar", "practicing the guitar"),
        ("doing theory homework", "doing the theory homework"),
        ("having dinner with the housemates", "eating dinner with the housemates"),
        ("looking after the garden", "taking care of the garden"),
        ("checking quotations in the library", "checking the quotations in the library"),
        ("serving the last customers and closing up", "serving the last customers and closing the shop"),
        ("fitting planks to the boat", "fitting the planks to the boat"),
        ("walking in the park", "taking a walk in the park"),
        ("writing the novel", "working on the novel"),
        ("tending the flowers on the green", "looking after the flowers on the green"),
        ("having breakfast", "eating breakfast"),
    ),
    "zh": (
        ("吃午饭", "吃中午饭"),
        ("做晚饭", "准备晚饭"),
        ("做晚饭", "做一顿晚饭"),
        ("洗漱准备睡觉", "洗漱，准备睡觉"),
        ("洗漱准备睡觉", "洗漱好准备睡觉"),
        ("冲澡穿衣", "冲个澡，穿好衣服"),
        ("补网", "补渔网"),
        ("上课", "去上课"),
        ("开店，招呼早餐客人", "开店门，招呼吃早餐的客人"),
        ("收拾屋子，掸灰，叠衣服", "收拾屋子、掸灰、叠衣服"),
        ("做乐理作业", "写乐理作业"),
        ("跟室友一起吃晚饭", "和室友一起吃晚饭"),
        ("在图书馆核对引文", "到图书馆核对引文"),
        ("送走最后几位顾客，关店", "送走最后几位客人，关店"),
        ("给船上板子", "给船装板子"),
        ("散散步，醒醒神", "散散步醒醒神"),
        ("侍弄草坪上的花", "照料草坪上的花"),
        ("在客栈吃晚饭", "去客栈吃晚饭"),
        ("看调酒书，记笔记", "读调酒书，做笔记"),
        ("刷牙准备睡觉", "刷牙，准备睡觉"),
    ),
}
TOWNS = ("the_ville", "gull_quay")
WRONG = 0.01
"""The share of different pairs that may pass."""


def different(language: str) -> Iterator[tuple[str, str]]:
    """Blocks of one person in one room that are not the same."""
    for name in TOWNS:
        pack = towns.load(find(name).folder)
        for person in pack.people.values():
            blocks = [
                (
                    block.where.thing_id or block.where.room_id or block.where.sector_id,
                    block.what.in_language(Language(language)),
                )
                for block in person.habits.day
            ]
            for (here, one), (there, other) in combinations(blocks, 2):
                if here == there and one != other:
                    yield one, other


def main() -> list[Row]:
    """The number of pairs of each kind that the threshold treats as the same."""
    meanings, rows = Meanings(Sentences()), []
    for language in ("en", "zh"):
        same = sorted(meanings.alike(*pair) for pair in SAME[language])
        apart = sorted(meanings.alike(*pair) for pair in different(language))
        wrong, right = (
            sum(each >= SAME_MEANING_SIMILARITY for each in apart),
            sum(each >= SAME_MEANING_SIMILARITY for each in same),
        )
        share, kept = wrong / len(apart), right / len(same)
        name = f"routines, {language}, likeness {SAME_MEANING_SIMILARITY}"
        rows += [
            Row(
                name=f"{name}: different blocks of one person in one room taken for the same ({wrong} of {len(apart)})",
                figure=round(100 * share, 1),
                unit="%",
                bound=f"at most {100 * WRONG:g} %",
                ok=share <= WRONG,
            ),
            Row(
                name=f"{name}: same blocks in other words known again",
                figure=round(100 * kept),
                unit="%",
                bound="",
                ok=True,
            ),
            Row(name=f"{name}: likest different pair", figure=apart[-1], unit="", bound="", ok=True),
            Row(name=f"{name}: median of the same", figure=same[len(same) // 2], unit="", bound="", ok=True),
        ]
    return rows


if __name__ == "__main__":
    for row in main():
        print(row)
