"""A key that cannot be shown by accident, and addresses without the keys in them.

Invariant: nothing but `reveal` gives the key away: not its text, not its representation, not a copy of it as JSON; only
the code that sends it to its endpoint reveals it.
"""

import re
from typing import Final

_SHOWN_CHARACTERS: Final = 4
_MIN_KEY_CHARACTERS: Final = 20
"""A key shorter than this shows none of its letters."""
_MIN_UNLIKELY_CHARACTERS: Final = 8
"""A key of this length does not stand in a text by chance; `none` and `test` do."""
_GIVEN = re.compile(r"(?:bearer|(?:api|access|auth)?[-_]?(?:key|token))[\\\"':=\s]+\S+", re.IGNORECASE)
"""A key with the word that says so, as in headers."""


class Secret:
    """A key, masked."""

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key

    def reveal(self) -> str:
        """The key itself, for sending."""
        return self._key

    def masked(self) -> str:
        """Enough to tell one key from another: its last letters, if it is long."""
        return "…" + self._key[-_SHOWN_CHARACTERS:] if len(self._key) >= _MIN_KEY_CHARACTERS else "…"

    def masked_in(self, text: str) -> str:
        """A text without the key; a short one, which may be a word, is masked only where it stands as a key."""
        if not self._key:
            return text
        key = re.compile(re.escape(self._key).replace("/", r"\\?/"))  # JSON may escape it
        if not key.search(text):
            return text
        if len(self._key) >= _MIN_UNLIKELY_CHARACTERS:
            return key.sub(self.masked(), text)
        return _GIVEN.sub(lambda found: key.sub(self.masked(), found[0]), text)

    def __repr__(self) -> str:
        return f"Secret({self.masked()})"

    def __str__(self) -> str:
        return self.masked()

    def __bool__(self) -> bool:
        return bool(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key is not to be written anywhere")


_ADDRESS = re.compile(
    r"(?P<start>(?:[a-z][a-z0-9+.-]*:)?//|^|(?<=[\s“\"'(=]))(?P<rest>[^\s“”\"'<>()]*[@?/][^\s“”\"'<>()]*)",
    re.IGNORECASE,
)
_HARMLESS: Final = frozenset({"api-version", "version"})
"""Query parameters that are shown."""
_NAMES_A_KEY = re.compile(r"(?:api|access|auth|secret)?[-_]?(?:key|token|secret|password)s?", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_KEY_PIECE_CHARACTERS: Final = 16
_HOST_AND_PORT = re.compile(r"(?:\[[^\]]*\]|[^:]*)(?::\d*)?")


def masked_address(text: str) -> str:
    """A text with all secrets in addresses masked: user names, passwords, parameters, keys in paths."""
    return _ADDRESS.sub(lambda found: found["start"] + _masked_rest(found["rest"]), text)


def secrets_in(address: str) -> list[Secret]:
    """Secrets in the path and the parameters of an address."""
    way, _, query = address.partition("#")[0].partition("?")
    steps = way.partition("://")[2].split("/")[1:]
    after_name = (_NAMES_A_KEY.fullmatch(step) is not None for step in ("", *steps))
    found = [step for step, is_key in zip(steps, after_name, strict=False) if step and (is_key or _is_key(step))]
    for pair in query.split("&"):
        name, equals, value = pair.partition("=")
        if equals and name.lower() not in _HARMLESS:
            found.append(value)
        elif not equals and _is_key(name):
            found.append(name)
    return [Secret(each) for each in found if each]


def _masked_rest(rest: str) -> str:
    """The part of an address after the scheme."""
    user, at, after = rest.rpartition("@")
    authority = re.split("[/?#]", rest, maxsplit=1)[0]
    if at and ("@" in authority or not _HOST_AND_PORT.fullmatch(authority)):
        return f"…@{_masked_rest(after)}" if user else after
    way, hash_mark, model = rest.partition("#")
    way, question_mark, query = way.partition("?")
    host, *steps = way.split("/")
    after_name = (_NAMES_A_KEY.fullmatch(step) is not None for step in ("", *steps))
    named = zip(steps, after_name, strict=False)
    shown = [Secret(step).masked() if step and (is_key or _is_key(step)) else step for step, is_key in named]
    pairs = (_masked_pair(pair) for pair in query.split("&"))
    return f"{'/'.join((host, *shown))}{question_mark}{'&'.join(pairs)}{hash_mark}{model}"


def _masked_pair(pair: str) -> str:
    name, equals, value = pair.partition("=")
    if not equals:
        return Secret(name).masked() if _is_key(name) else name
    return pair if name.lower() in _HARMLESS else f"{name}={Secret(value).masked()}"


def _is_key(step: str) -> bool:
    """Whether a part of a path looks like a key: a long run of letters and digits, or a UUID."""
    pieces = re.split(r"[-_.~:]", step)
    mixed = (each for each in pieces if any(map(str.isdigit, each)) and any(map(str.isalpha, each)))
    return _UUID.fullmatch(step) is not None or any(len(each) >= _KEY_PIECE_CHARACTERS for each in mixed)
