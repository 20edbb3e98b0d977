"""new_self: a person's concerns for the new day."""

from milkwood.questions.kind import Kind, Trim
from milkwood.questions.new_self.schema import Ask, Reply
from milkwood.questions.shape import ListBounds


def _bounds(_ask: Ask) -> ListBounds:
    return {"concerns": (2, 4)}


KIND: Kind[Ask, Reply] = Kind(
    "new_self",
    Reply,
    most_prompt_tokens=900,
    most_answer_tokens=240,
    trims=(Trim("yesterday", 4, most=8), Trim("recalled", 4, most=4), Trim("promises", 2)),
    bounds=_bounds,
)
