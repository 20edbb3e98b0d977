"""Words that tell work, study and leisure apart in people's texts, and words for a usual day, in English and Chinese.

Invariant: patterns are for folded texts (lower case, no accents); both languages have the same phrases.
"""

import re

from milkwood.bridge.statements import BREAKFAST, DINNER, LUNCH

ROLE = re.compile(
    r"\b(?:own(?:s|er|ing)?|works?|working|runs?|running|manag\w+|professor|teach\w*|student|shop ?keep\w*|keeper"
    r"|\w+tender|barista|pharmacist|cook|chef|clerk|cashier|wait(?:er|ress)|assistant|employ\w+|job|staff|librarian|attends"
    r"|studies)\b"
    r"|工作|上班|经营|管理|老板|教授|老师|学生|大学生|店员|店主|酒保|药剂师|厨师"
)
VISIT = re.compile(r"\b(?:visits?|frequents?|goes|likes|customer|regular)\b|顾客|常去")
KIN = re.compile(
    r"\b(?:husband|wife|son|daughter|mother|father|mom|dad|brother|sister|friend|housemate|roommate|partner)\b|丈夫|妻子|儿子|女儿"
)
RETIRED = re.compile(r"\bretired\b|\bhouse(?:wife|husband)\b|\bhomemaker\b|退休|退役|主妇")
COUNTER = re.compile(
    r"\bcounter|\bserv|\bopen|\bstand|\bkeep|\bown|\brun|tender\b|\bbarista|\bclerk|\bcashier|\bsell|\bshop|柜台|店|老板|招呼"
)
TEACHING = re.compile(r"\bteach|\bprofessor|\blectur|讲课|教")
STUDYING = re.compile(r"\bstud(?:y|ies|ying)|\bwrit|\bresearch|\bread|\bpaper|学习|写|自习")
RESTING = re.compile(r"\brelax|\brest|\bexercis|休息|锻炼")
LIVING = re.compile(
    r"^(?:living|staying|looking|planning|thinking|hoping|telling|getting|going|being|having|running for)\b"
)
"""Activities that are a state of life rather than something to do."""
DOES_NOW = {
    "zh": re.compile(r"正在(?P<what>[^。；，]{2,40})"),
    "en": re.compile(
        r"\b(?:is|are) (?:also |currently |mostly )?(?P<what>\w+ing\b[^.;]*?)"
        r"(?=, (?:and|but) |,? and (?:is|are|lives?|who)\b|[.;]|$)"
    ),
}
"""What a person is doing these days."""
PHRASES = {
    "en": {
        "wash": "washing and getting dressed",
        BREAKFAST: "having breakfast at home",
        LUNCH: "having lunch at home",
        DINNER: "having dinner at home",
        "at_work": "having lunch",
        "late_at_work": "having dinner",
        "serve": "serving customers at the {counter}",
        "mind": "minding the counter",
        "work": "working at {place}",
        "stay": "spending time at {place}",
        "project": "working at home",
        "study": "studying",
    },
    "zh": {
        "wash": "洗漱穿衣",
        BREAKFAST: "在家吃早饭",
        LUNCH: "在家吃午饭",
        DINNER: "在家吃晚饭",
        "at_work": "吃午饭",
        "late_at_work": "吃晚饭",
        "serve": "招呼客人",
        "mind": "招呼客人",
        "work": "在{place}工作",
        "stay": "在{place}待着",
        "project": "在家工作",
        "study": "学习",
    },
}
