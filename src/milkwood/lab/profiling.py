"""From an examination to the profile of a model, which runs and estimates read.

Invariant: an examination replaces what is known of a kind of question if it asked enough of it; what runs used stays.
"""

from dataclasses import replace

from milkwood.lab.sheet import ExamSheet, answered
from milkwood.lab.verdict import ExamVerdict
from milkwood.providers.profile import ModelProfile, ModelSpeed
from milkwood.questions.aptitude import ENOUGH_ANSWERS, KindRecord


def examined(known: ModelProfile, sheet: ExamSheet, result: ExamVerdict, date: str, *, lends: bool) -> ModelProfile:
    """The profile after an examination; of a model that lends, answers are the understudy's and not counted."""
    kinds = dict(known.kinds)
    for kind, record in ({} if lends else answered(sheet)).items():
        enough = record.asked >= ENOUGH_ANSWERS
        kinds[kind] = record if enough else kinds.get(kind, KindRecord()).followed_by(record)
    speed = None
    if result.speed is not None:
        together = result.tokens_per_second_together
        speed = ModelSpeed(date, len(sheet.marks), result.speed, result.tokens_per_second, together)
    compared = any(each.asked for each in sheet.modes)
    return replace(
        known,
        date=date,
        kinds=kinds,
        examined=speed or known.examined,
        prompt_factor=result.prompt_factor,
        answer_factor=result.answer_factor,
        context_tokens=sheet.context_tokens or known.context_tokens,
        modes=tuple(sheet.modes) if compared else known.modes,
        json_mode=sheet.json_mode if compared else known.json_mode,
    )
