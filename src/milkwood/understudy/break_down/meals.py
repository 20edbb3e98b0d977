"""Whether a block's text is of eating, by its verb: `eating bread and jam`, `having soup before bed`, `一边吃一边聊`.

Invariant: cooking, serving, selling and thinking of food is not eating.
"""

import re

LAST_MORNING_MINUTE, LAST_MIDDAY_MINUTE = 10 * 60 + 30, 15 * 60 + 30
"""Meals without a name are breakfast, lunch or dinner by the hour."""
_FOOD = (
    r"(?:(?:late |early |cold |hot |warm |quick |light |small |big |packed |soft |boiled |fried )?"
    r"(?:breakfast|brunch|lunch|luncheon|dinner|supper|tea and \w+|meal|snack|bite|sandwich(?:es)?|soup|stew|broth"
    r"|porridge|oatmeal|gruel|toast|bread|rolls?|eggs?|noodles|dumplings|rice|beans|pasta|pie|curry|salad|fish"
    r"|cheese|fruit|leftovers|plate of|bowl of|something to eat))\b"
)
_EATING = re.compile(
    r"^(?:(?:sitting down|stopping|going (?:home|out|in|over|back)|coming home)(?: to| for| and)? )?"
    r"(?:eat(?:s|ing)?\b|dining\b|(?:breakfasting|lunching|supping)\b"
    rf"|(?:(?:having|taking|grabbing|sharing|enjoying|finishing|getting|have|take|share) )?"
    rf"(?:(?:a|an|the|some|her|his|their|two|one|tea and an?|tea,) )*{_FOOD}(?! (?:shift|service|party|baking))"
    r"|(?:having|taking|drinking) (?:a |an |some |the )?(?:\w+ )?(?:of )?(?:coffee|tea|milk|cocoa|chocolate|juice)"
    rf" (?:and|with) (?:a |an |some |the )?(?:{_FOOD}|(?:apple|pear|cake|pastry|biscuits?|croissant|pancakes?)\b)"
    rf"|(?:having|sharing|enjoying) (?:(?!about|with|for|before|after|at|over|while|and)[\w'’]+ ){{0,4}}{_FOOD})",
    re.IGNORECASE,
)
_EATING_TOGETHER = re.compile(
    r"^(?:meeting|joining|sitting with|going out with) [^,]*\b(?:for|at|over) (?:a |an )?" + _FOOD
)
_ZH_EATING = re.compile(
    r"^(?:[^，；做煮烧炒想看听卖端聊讲喂给请]{0,8}?)(?:吃(?![惊力亏醋苦透药紧])|用餐|用饭|进餐|就餐|用膳|用早|用午|用晚)"
    r"|^[^，；做煮烧炒想看听卖端聊讲喂给]{0,4}(?:喝.{0,4}(?:粥|汤|糊)|早饭|早餐|早点|午饭|午餐|中饭|晚饭|晚餐|夜宵)"
    r"|^喝[^，；]{0,4}[，；、]?吃"
)
_ZH_NO_MEAL = re.compile(r"饭后|[吃用][过完]|[早午晚]饭(?:前|后|店|馆|桌)|小吃摊|吃食|吃的")
_NAMED = (
    ("breakfast", re.compile(r"\b(?:breakfast|porridge|oatmeal)\b|早饭|早餐|早点|用早")),
    ("lunch", re.compile(r"\b(?:lunch|luncheon|midday|noon)\b|午饭|午餐|中饭|用午")),
    ("dinner", re.compile(r"\b(?:dinner|supper|before bed)\b|晚饭|晚餐|夜宵|用晚|睡前")),
)


def is_eating(text: str, language: str) -> bool:
    """Whether a text is of eating a meal."""
    text = text.strip()
    if language == "zh":
        return _ZH_EATING.search(text) is not None and _ZH_NO_MEAL.search(text) is None
    return _EATING.search(text) is not None or _EATING_TOGETHER.search(text) is not None


def meal_at(text: str, minute: int) -> str:
    """Breakfast, lunch or dinner, as a text of eating names it, otherwise by the hour."""
    named = (name for name, words in _NAMED if words.search(text.lower()))
    minute %= 24 * 60
    by_day = "breakfast" if minute < LAST_MORNING_MINUTE else "lunch" if minute < LAST_MIDDAY_MINUTE else "dinner"
    return next(named, "dinner" if minute < 4 * 60 else by_day)
