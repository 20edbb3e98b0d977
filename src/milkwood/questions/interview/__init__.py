"""interview: an answer in character to an outsider; leaves no trace."""

from milkwood.questions.interview.schema import Ask, Reply
from milkwood.questions.kind import Kind, Trim

KIND: Kind[Ask, Reply] = Kind(
    "interview",
    Reply,
    most_prompt_tokens=1800,
    most_answer_tokens=500,
    trims=(
        Trim("before", 4, oldest=True),
        Trim("today", 6),
        Trim("others", 3),
        Trim("lived", 2, most=4),
        Trim("recalled", 6),
        Trim("talks", 3, oldest=True),
        Trim("then", 4),
        Trim("attended", 1, most=2),
        Trim("promises", 3),
        Trim("just_said", 2, oldest=True),
        Trim("unknown_names", 2),
    ),
)
