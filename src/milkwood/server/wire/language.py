"""The language of a request, and texts in every language."""

import re
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from milkwood.i18n import in_language, languages
from milkwood.server.wire.model import WireText
from milkwood.words import ENGLISH, Language


def in_all_languages(text: str) -> WireText:
    """A sentence in every language the page has; empty for an empty sentence."""
    return {each: in_language(text, each) for each in languages()} if text else {}


def language_of(scope: Scope) -> Language:
    """The language a request asks for: `?lang=`, or else the header; English by default."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    weighed = [_weighed(part) for part in Headers(scope=scope).get("accept-language", "").split(",")]
    wanted = [asked, *(code for weight, code in sorted(weighed, key=lambda each: -each[0]) if weight > 0)]
    known = {each: Language(each) for each in languages()}
    return next((known[short] for code in wanted if (short := code.lower().partition("-")[0]) in known), ENGLISH)


def _weighed(part: str) -> tuple[float, str]:
    code, _, rest = part.strip().partition(";")
    found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", rest) if rest else None
    return float(found[1]) if found else 1.0, code
