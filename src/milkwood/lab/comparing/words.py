"""The words of a comparison's page and tables, in each language.

Invariant: every measure has a name; a story's own title is used where it is known.
"""

from collections.abc import Mapping

from milkwood.i18n.phrasebook import Phrasebook
from milkwood.lab import measures
from milkwood.lab.comparing.summary import CALLS_ON_DAY, TOKENS_ON_DAY
from milkwood.words import Language, Words


class ComparisonPhrases(Phrasebook, context="comparison"):
    """The words of one language."""

    measures: Mapping[str, str] = {
        measures.TOKENS: "Tokens per person and day",
        TOKENS_ON_DAY: "Tokens per person on day {}",
        measures.CALLS: "Calls per person and day",
        CALLS_ON_DAY: "Calls per person on day {}",
        measures.PRICE: "Dollars per person and day",
        measures.INSTEAD: "Answered by the understudy instead, %",
        measures.REUSE: "Blocks with a routine, %",
        measures.ACTIVITIES: "Distinct activities per person",
        measures.PLANNED: "Distinct blocks in a person's plans",
        measures.TALKS: "Talks per person and day",
        measures.PAIRS: "Pairs who know each other, %",
        measures.BROKEN: "Broken lines, %",
        measures.KNOWS: "People who know: {}",
        measures.CAME: "Guests who came: {}",
    }
    broken_sorts: Mapping[str, str] = {
        "prefix": "name in front",
        "recites": "marks of the prompt",
        "refusal": "refusal",
        "language": "other language",
        "stage": "stage direction",
        "self": "to oneself",
        "listener": "of the listener",
        "parrot": "repeated",
    }
    broken_of_sort = "Broken lines, {sort}, %"
    title = "Cost and benefit of each part"
    conditions = "Conditions"
    nothing_off = "everything on"
    off = "off: {}"
    carried = "starts with the routines of {}"
    town = "{}, {}: {} people, {} days, seeds {}"
    measure = "measure"
    method = (
        "Mean of the seeds, with its 95 % interval by Student's t. Below it, the difference from the first condition,"
        " seed by seed, with its interval; bold where the interval does not contain 0. Tokens are the vendor's count;"
        " where the understudy answered, those of the prompt for a language model (four bytes of ASCII, or one other"
        " character, are a token). A day goes from midnight to midnight, the first from the start of the run. A person"
        " knows of a story if they knew it from the start or were told through an unbroken chain; a guest is a person"
        " who knew of it and was there for ten minutes while it took place. A line is broken if nobody would say it:"
        " with a name in front, a mark of the prompt, a refusal, another language or a stage direction in it, spoken to"
        " oneself, speaking of the listener as if absent, or repeating a line of the talk."
    )
    tokens_over_days = "Tokens per person, day by day"
    knowers_over_hours = "Who knows, hour by hour: {}"
    tokens_by_kind = "Tokens per person and day, by question"
    question = "question"
    all = "all"
    day = "day {}"
    failed = "Unfinished runs"
    stopped = "stopped before its end"
    repeat = "Repeat the comparison"
    repeat_how = (
        "The manifest beside this page has the versions, the hashes of towns, prompts and histories, and the seeds."
    )
    numbers = "All numbers"
    parts: Mapping[str, str] = {
        "observation": "observation",
        "reflection": "reflection",
        "planning": "planning",
        "impressions": "impressions",
        "routines": "routines",
        "wandering": "wandering",
    }

    def named(self, measure: str, titles: Mapping[str, Words]) -> str:
        """The name of a measure; `titles` are those of stories."""
        kind, _, of = measure.partition(":")
        if kind == measures.BROKEN and of in self.broken_sorts:
            return self.broken_of_sort.format(sort=self.broken_sorts[of])
        known = self.measures.get(kind)
        whose = titles[of].in_language(Language(self.language)) if of in titles else of
        return known.format(whose) if known else measure
