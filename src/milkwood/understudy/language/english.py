"""English sentences in another grammatical person: `I am late` to `Klaus is late`, `You are late` to `I am late`.

Invariant: an uncertain sentence gives None, so that the caller can quote it instead; a sentence without a first person
is returned as it is.
"""

import re
from collections.abc import Collection

from milkwood.understudy.language.verbs import ADVERBS, BASE, EITHER, MODALS, NOUNS, is_past, thirds

TOKEN = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’][A-Za-zÀ-ÿ]+)*|\s+|[^\sA-Za-zÀ-ÿ]+")
_CONTRACTED = {"'m": " am", "'ve": " have", "'ll": " will"}
_PRONOUNS = {
    "she": ("she", "her", "her", "hers", "herself"),
    "he": ("he", "him", "his", "his", "himself"),
    "they": ("they", "them", "their", "theirs", "themself"),
}
_KIN = frozenset("dad mom mum mama papa grandma grandpa".split())
_NOT_MINE = frozenset("my your his her their our the a an whose this that".split()) | {"'s"}
_PLURAL = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_OPENERS = frozenset("and but or then since because when while if that though so although whether before after".split())
_FOLLOWS_A_VERB = frozenset(
    "a an the my his her its their our this that these those every each all no some any what how whether when where why"
    " who to in on at by with for from of as if until about out up over back down home it them him me one two three"
    " together only just always never exactly well best".split()
)


def third(text: str, name: str, pronoun: str, names: Collection[str] = ()) -> str | None:
    """A first-person sentence in the third person; None if uncertain.

    `names` are other people's names, to recognise `Sam and I` as two people.
    """
    if re.search(r"\b(?:you|your|yours|yourself|let's)\b", text, re.IGNORECASE):
        return None
    return _Turn(_plain(text), name, pronoun, names).turned()


def _plain(text: str) -> str:
    text = text.replace("’", "'")
    for short, long in _CONTRACTED.items():
        text = re.sub(rf"\bI{short}\b", f"I{long}", text)
    text = re.sub(r"\bI'd (?=(?:like|love|rather|prefer|be|say|never)\b)", "I would ", text)
    return text.replace("'", "’") if "I'" in text else text


class _Turn:
    """One sentence during the conversion."""

    def __init__(self, text: str, name: str, pronoun: str, names: Collection[str]) -> None:
        self.tokens = TOKEN.findall(text)
        self.name = name
        self.forms = _PRONOUNS.get(pronoun, _PRONOUNS["they"])
        self.names = {part for whole in names for part in whole.split()}
        own = {"she": {"she", "her", "hers", "herself"}, "he": {"he", "him", "his", "himself"}}.get(
            pronoun, {"they", "them", "their"}
        )
        other = {"she": {"he", "him", "his"}, "he": {"she", "her"}}.get(pronoun, set())
        low = [token.lower() for token in self.tokens]
        self.taken = next((at for at, token in enumerate(low) if token in own), len(low))
        """Position from which the speaker's pronoun refers to another person."""
        begins = self.tokens[0] in self.names if self.tokens else False
        self.unclear = begins and not any(token in other for token in low)
        """The sentence begins with a person of unknown gender."""
        self.named = False
        self.plural = False
        self.unsure = False

    def turned(self) -> str | None:
        quoted = False
        for at, token in enumerate(self.tokens):
            if "“" in token or "”" in token:
                quoted = token.rfind("“") > token.rfind("”")
            if not quoted:
                self._token(at, token)
        if self.unsure:
            return None
        text = "".join(self.tokens)
        return text[:1].upper() + text[1:]

    def _token(self, at: int, token: str) -> None:
        low = token.lower()
        if token == "I":
            self._subject(at)
        elif token.startswith(("I'", "I’")):
            self.unsure = True
        elif low == "me":
            before = self._before(at, 1)
            self.tokens[at] = self.name if before in {"is", "was", "but", "except"} else self._refer(at, 1)
        elif low == "my":
            self.tokens[at] = self._refer(at, 2)
        elif low == "mine":
            self.tokens[at] = self._refer(at, 3)
        elif low == "myself":
            self.tokens[at] = self.forms[4]
        elif low in _PLURAL:
            self.unsure = self.unsure or not self.plural
            self.tokens[at] = _PLURAL[low]
        elif re.split("['’]", low)[0] in _KIN and self._before(at, 1) not in _NOT_MINE:
            self.tokens[at] = f"{self._refer(at, 2)} {low}"

    def _refer(self, at: int, form: int) -> str:
        """The name where it is new or the pronoun would be ambiguous, the pronoun otherwise."""
        if self.named and at < self.taken and not (form == 0 and self.unclear):
            return self.forms[form]
        self.named = True
        return f"{self.name}'s" if form in (2, 3) else self.name

    def _word(self, at: int, step: int, count: int) -> int:
        """The index of the next (or previous) word; -1 for none in the same clause."""
        while 0 <= at + step < len(self.tokens):
            at += step
            token = self.tokens[at]
            if token[0].isalpha():
                count -= 1
                if count == 0:
                    return at
            elif not token.isspace():
                return -1
        return -1

    def _before(self, at: int, count: int) -> str:
        found = self._word(at, -1, count)
        return self.tokens[found].lower() if found >= 0 else ""

    def _subject(self, at: int) -> None:
        before = self._word(at, -1, 1)
        if before >= 0 and self.tokens[before].lower() == "and" and self._with_another(before):
            self.plural = True
            self.named = True
            self.tokens[at] = self.name
            return
        if self._word(at, 1, 1) >= 0 and self._before(at, 1) in {"am", "do", "have", "was", "did", "can", "should"}:
            self.unsure = True
            return
        self.tokens[at] = self._refer(at, 0)
        self._verb(at, one=self.tokens[at] != "they")

    def _with_another(self, conjunction: int) -> bool:
        """Whether `X and I` is one subject: X is a name, and no verb stands before it in its clause."""
        other = self._word(conjunction, -1, 1)
        if other < 0:
            return False
        word = self.tokens[other]
        if self._before(other, 1) in ("the", "my"):
            other = self._word(other, -1, 1)
            opener = self._word(other, -1, 1)
            return opener < 0 or self.tokens[opener].lower() in _OPENERS
        if word not in self.names and not (word.lower() in _KIN or word[0].isupper()):
            return False
        earlier = self._word(other, -1, 1)
        return earlier < 0 or self.tokens[earlier].lower() in _OPENERS or self.tokens[earlier][0].isupper()

    def _verb(self, subject: int, one: bool) -> None:
        at = self._word(subject, 1, 1)
        if at < 0:
            # A comma after the subject, or its end: “than I, who”; nothing here says which verb is meant.
            self.unsure = True
            return
        while self.tokens[at].lower() in ADVERBS:
            following = self._word(at, 1, 1)
            if following < 0:
                self.unsure = True
                return
            at = following
        low = self.tokens[at].lower()
        form = _conjugated(low, self.tokens, at, one)
        if form is None:
            self.unsure = True
            return
        self.tokens[at] = form
        self._joined(at, one, present=low in BASE or low == "am", free=low not in MODALS)

    def _joined(self, verb: int, one: bool, present: bool, free: bool) -> None:
        """Verbs that share the subject: `I fish alone and am out before five`."""
        at = verb
        infinitive = not free
        while True:
            at += 1
            if at >= len(self.tokens) or self.tokens[at] == "I" or ";" in self.tokens[at] or ":" in self.tokens[at]:
                return
            low = self.tokens[at].lower()
            infinitive = infinitive or low in ("to", "not") or low in MODALS
            if low not in ("and", "but", "or"):
                continue
            nearest = self._word(at, 1, 1)
            while nearest >= 0 and self.tokens[nearest].lower() in ADVERBS:
                nearest = self._word(nearest, 1, 1)
            if nearest < 0:
                continue
            candidate = self.tokens[nearest].lower()
            if candidate == "am" or (candidate in ("have", "do") and not (present and infinitive)):
                self.tokens[nearest] = _conjugated(candidate, self.tokens, nearest, one) or candidate
            elif candidate in BASE and present and not infinitive and self._is_verb(nearest):
                self.tokens[nearest] = thirds(candidate) if one else candidate
            elif candidate in {"he", "she", "they", "it", "nobody", "everyone", "people"}:
                return

    def _is_verb(self, at: int) -> bool:
        following = self._word(at, 1, 1)
        if self.tokens[at].lower() not in NOUNS:
            return True
        return following >= 0 and (
            self.tokens[following].lower() in _FOLLOWS_A_VERB or self.tokens[following][0].isupper()
        )


def _conjugated(low: str, tokens: list[str], at: int, one: bool) -> str | None:
    """The verb in the third person; None if uncertain."""
    plain = low.replace("’", "'")
    fixed = {
        "am": ("is", "are"),
        "was": ("was", "were"),
        "have": ("has", "have"),
        "do": ("does", "do"),
        "shall": ("will", "will"),
        "don't": ("doesn't", "don't"),
        "haven't": ("hasn't", "haven't"),
    }
    if plain in fixed:
        return fixed[plain][0 if one else 1]
    if plain in MODALS or is_past(plain):
        return low
    if plain in EITHER:
        rest = {token.lower() for token in tokens[at:]} | {token.lower() for token in tokens[:at]}
        return (
            thirds(plain)
            if rest & {"every", "always", "most", "usually", "often", "never", "so", "mostly", "still"}
            else None
        )
    if plain in BASE:
        return thirds(plain) if one else low
    return None


_TO_ME = {"are": "am", "were": "was", "aren't": "am not", "weren't": "wasn't"}
_PREPOSITIONS = frozenset(
    "to for with of from at on about by like near behind beside without tell give help ask and".split()
)


def first(text: str) -> str:
    """A second-person sentence in the first person: `you` to `I` or `me`, `your` to `my`."""
    text = text.replace("’", "'")
    text = re.sub(r"\byou're\b", "you are", text, flags=re.IGNORECASE)
    text = re.sub(r"\byou've\b", "you have", text, flags=re.IGNORECASE)
    text = re.sub(r"\byou'll\b", "you will", text, flags=re.IGNORECASE)
    text = re.sub(r"\byou'd\b", "you would", text, flags=re.IGNORECASE)
    tokens = TOKEN.findall(text)
    spots = [at for at, token in enumerate(tokens) if token[0].isalpha()]
    for order, at in enumerate(spots):
        low = tokens[at].lower()
        after = tokens[spots[order + 1]].lower() if order + 1 < len(spots) else ""
        before = tokens[spots[order - 1]].lower() if order else ""
        if low == "you":
            verb_follows = after in _TO_ME or after in MODALS or after in BASE or after in ADVERBS or is_past(after)
            subject = verb_follows and not (before in _PREPOSITIONS and before != "and")
            tokens[at] = "I" if subject else "me"
            if subject and after in _TO_ME:
                tokens[spots[order + 1]] = _TO_ME[after]
        elif low == "are" and after == "you":
            tokens[at] = "am" if tokens[at].islower() else "Am"
        elif low in ("your", "yours", "yourself"):
            tokens[at] = {"your": "my", "yours": "mine", "yourself": "myself"}[low]
    made = "".join(tokens)
    return made[:1].upper() + made[1:]


def addressed(deed: str, pronoun: str, mine: bool) -> str:
    """A third-person deed (`trimming his beard`) in the second or first person (`trimming your beard`)."""
    possessive, reflexive = {"she": ("her", "herself"), "he": ("his", "himself")}.get(pronoun, ("their", "themself"))
    to = ("my", "myself", "me") if mine else ("your", "yourself", "you")
    deed = re.sub(rf"\b{reflexive}\b", to[1], deed)
    if pronoun == "she":
        deed = re.sub(r"\bher(?= [a-z])(?! (?:to|and|at|in|on|with|for|while|when|from|by)\b)", to[0], deed)
        deed = re.sub(r"\bher\b", to[2], deed)
        return re.sub(r"\bshe is\b", "I am" if mine else "you are", deed)
    if pronoun == "he":
        deed = re.sub(r"\bhim\b", to[2], deed)
    return re.sub(rf"\b{possessive}\b", to[0], deed)
