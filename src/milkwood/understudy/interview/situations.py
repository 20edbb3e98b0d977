"""Hypothetical situations, recognised by words, and what a sensible person does in each.

Invariant: the first matching kind of situation applies, danger first.
"""

import re

_SITUATIONS = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "smoke",
            r"(?:neighbour|neighbor|next door|邻居|隔壁).*(?:fire|smoke|着火|冒烟)|smoke.*(?:neighbour|neighbor)",
        ),
        ("fire", r"\bfire\b|\bburn|smoke|着火|烧|冒烟"),
        (
            "lost_child",
            r"(?:child|boy|girl|kid|toddler).*\blost\b|\blost\b.*(?:child|boy|girl|kid|\bway\b)|走丢|迷了?路|找不到家",
        ),
        ("animal", r"\b(?:dog|cat|puppy|kitten|bird|hedgehog|horse|seagull)s?\b|[狗猫鸟]|刺猬|海鸥"),
        (
            "luck",
            r"\b(?:wins?|won|winning)\b(?!['’])|\bprize|\baward|promot(?:ed|ion)|engaged to|getting married|marry"
            r"|\bbaby\b|good news|passe[sd] (?:the|an|their|her|his) exam|大奖|得奖|获奖|中奖|升职|订婚"
            r"|结婚|考上|好消息|生了",
        ),
        (
            "hurt",
            r"\bhurt|injur|faint|\bdead\b|\bbody\b|\bill\b|\bsick\b|fallen|\bfever|unwell|bleed|accident|受伤|晕|病|摔|不舒服"
            r"|发烧|疼|出事",
        ),
        (
            "sad",
            r"\bcr(?:y|ies|ying)\b|\bsad\b|lonely|upset|grie[fv]|unhappy|heartbroken|\btears\b|哭|难过|伤心|孤单|不开心",
        ),
        (
            "noise",
            r"\bnois|\bloud|trumpet|drum|music (?:at|all|in the)|snor|bark"
            r"|吵得|太吵|吵闹|噪|小号|喇叭|打鼓|放音乐|大声|打呼",
        ),
        (
            "double",
            r"two (?:places|things|people|promises|friends).*(?:once|same)|same (?:time|hour|day)|double|clash"
            r"|同一个?(?:时间|钟点|时候|天)|两头|撞(?:上|到一起|期)|冲突",
        ),
        ("offer", r"offers? you|fortune|(?:buy|sell) (?:your|the thing|what you|it)|出(?:高价|大价钱|钱)|大价钱|收买"),
        ("secret", r"\bsecret|in confidence|秘密|保密|悄悄告诉"),
        (
            "favour",
            r"asks? (?:you )?(?:for )?(?:help|a favou?r|to help)|needs? (?:your )?help|\bborrow|\blend"
            r"|help (?:them|him|her)|帮(?:个|他|她)?忙|求你|借(?:点|给|你|钱)",
        ),
        (
            "wronged",
            r"\blies?\b|\blied\b|insult|rumou?r|\brude|shout|angry|cheat|\bsteal|stole|accus|gossip"
            r"|laughs? at you|blame"
            r"|forg[eo]t|breaks? (?:a|their|the) (?:promise|word)|坏话|骗|偷|骂|吵|生气|忘了|冤枉|怪你|失约",
        ),
        (
            "found",
            r"\bpurse|wallet|\bmoney\b|\bkeys?\b.*\bfind|\bfind\b.*\b(?:ring|keys?|bag|phone|letter|coin)|left behind"
            r"|捡到|捡了|钱包",
        ),
        ("weather", r"\brain|\bpour|storm|\bsnow|umbrella|freezing|下雨|大雨|雨来|带伞|下雪|刮风|暴风"),
        (
            "occupied",
            r"occupied|bathroom|\bqueue|is taken|all (?:the )?(?:seats|tables)|占着|有人在用|浴室|厕所|没座|没位",
        ),
        ("empty", r"\bempty\b|refrigerator|fridge|ran out|run out|没吃的|空了|是空的|冰箱|用完"),
        (
            "broken",
            r"\bbroken?\b|breaks? down|stops? working|power (?:cut|goes)|lights? go|locked out"
            r"|\bleak|坏了|停电|锁在|漏水",
        ),
        ("late", r"\blate\b|oversle|\bmiss(?:ed)? the\b|迟到|睡过头|来不及"),
        ("praised", r"compliment|prais|thanks? you|gives? you|brings? you|夸你|谢你|送你|感谢你"),
        (
            "stranger_near",
            r"strangers?\b|(?:somebody|someone|person|man|woman) you (?:do not|don't|have never)|newcomer"
            r"|陌生|不认识的人|生人|新来的",
        ),
    )
)


_OWN_LUCK = re.compile(
    r"\bwould you (?:\w+ )?(?:marry|get married)|你会?(?:再)?(?:结婚|嫁|娶)"
    r"|\byou (?:win|won|get|got|pass|inherit)|你(?:自己)?(?:中|得|赢|考)",
    re.IGNORECASE,
)
"""Luck of the person asked is nobody else's to be glad of."""


def situation(question: str) -> str:
    """The kind of situation in a question; empty for none."""
    found = next((name for name, pattern in _SITUATIONS if pattern.search(question)), "")
    return "" if found == "luck" and _OWN_LUCK.search(question) else found
