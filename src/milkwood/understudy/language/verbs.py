"""English verbs, as far as converting sentences needs them: base forms, past forms, third person.

Invariant: an unlisted word is not guessed, unless it ends like a regular past.
"""

MODALS = frozenset(
    "can cannot can't could couldn't will won't would wouldn't should shouldn't must may might did didn't had"
    " hadn't used".split()
)
ADVERBS = frozenset(
    "always still usually often never once also only mostly hardly ever really just already actually sometimes rather"
    " now then twice both even simply secretly almost nearly first alone too certainly quite soon later probably not"
    " seldom rarely barely truly quietly honestly definitely finally kindly gladly first either each so far".split()
)
BASE = frozenset(
    "accept admire admit agree answer apologise argue arrive ask attend avoid bake become begin believe belong bend"
    " borrow bring build buy call camp care carry catch chalk change chat check choose clean climb close collect come"
    " compose cook count cross cry cut dance deal decide deliver deserve discuss dislike do doubt draw dream"
    " drink drive"
    " drop dust earn eat edit enjoy expect explain fall fear feed feel fetch fight fill find finish fish fix fly follow"
    " forget forgive gather get give go grow grumble guess hang hate have hear help hide hold hope hum imagine intend"
    " invent invite iron keep know laugh lead learn leave lecture lend lie lift light like listen live look lose love"
    " make manage mean meet mend mind miss move need nod notice offer open order organise own paint pass pay photograph"
    " pick plan play polish pour practise prefer prepare promise prune pull push put quiz rate read realise"
    " recall receive"
    " recognise record remember repair repeat rest return ride rise run save say see seem sell send serve set sew share"
    " shout show sing sit sketch sleep slip smile speak spend stand start stay steer stir stop stream study"
    " suppose suspect"
    " swear swim take talk taste teach tell tend test thank think throw tidy touch train travel treat trust try turn"
    " understand use visit volunteer wait wake walk want wash watch water wear weed whisper win wish wonder work worry"
    " write".split()
)
PAST = frozenset(
    "was were went came saw had did got gave took made found told heard knew thought felt left kept met sat stood began"
    " became bought brought built caught chose drew drank drove ate fell fought flew forgot forgave grew held hid laid"
    " led lent lost meant paid rode ran said sold sent sang slept spoke spent stole swore swam taught threw understood"
    " woke won wore wrote dreamt learnt lit hung rose drank sank slid swung".split()
)
NOUNS = frozenset(
    "answer call care change check cook cross cry cut dance deal draw dream drink drive drop dust fall fear"
    " fight fish fix"
    " help hope hum iron laugh lead lie lift light like look love mind move need nod offer order paint pass pay"
    " photograph"
    " pick plan play polish pour promise pull push quiz record repair rest return ride rise run share shout show sketch"
    " sleep slip smile stand start stay stop stream study talk taste test touch train travel treat trust turn use visit"
    " wait wake walk wash watch water whisper wish wonder work worry bend catch".split()
)
"""Base forms that are often nouns."""
EITHER = frozenset("put read let set cut hit shut cost spread".split())
"""Verbs whose present and past look the same."""


def thirds(base: str) -> str:
    """The third person singular: `goes`, `carries`, `has`."""
    if base in {"have", "do", "go", "be"}:
        return {"have": "has", "do": "does", "go": "goes", "be": "is"}[base]
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    if base.endswith("z") and base[-2] in "aeiou":
        return f"{base}zes"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def base(third: str) -> str:
    """The base form of a third person singular: `go`, `carry`, `have`."""
    if third in {"has", "does", "goes"}:
        return {"has": "have", "does": "do", "goes": "go"}[third]
    if third.endswith(("ches", "shes", "sses", "xes", "zes")):
        return third[:-2]
    if third.endswith("ies"):
        return f"{third[:-3]}y"
    return third[:-1] if third.endswith("s") and not third.endswith("ss") else third


def is_past(word: str) -> bool:
    """Whether a word is surely a past form, or a participle used like one."""
    return word in PAST or (word.endswith("ed") and word not in BASE and word not in {"need", "feed", "weed", "speed"})


def gerund(base: str) -> str:
    """`going`, `making`, `running`."""
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return f"{base[:-1]}ing"
    if base in _DOUBLED:
        return f"{base}{base[-1]}ing"
    return f"{base}ing"


_DOUBLED = frozenset(
    "run get sit put cut set stop plan swim win begin let hit shut chat hum nod slip quiz forget drop jog shop knit dig"
    " mop trim rig pad tan spin strum grab tap wrap strip scrub chop ship tug rub snip clip pin plot stir knot net bid"
    " thin tip whip whet dip pat plug scan stab tag".split()
)
