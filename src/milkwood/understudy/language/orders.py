"""Statements that look ahead: orders, invitations, wishes and intentions.

Invariant: decided by the forms of the language alone, never by what the statement is about.
"""

import re

_ORDER = re.compile(
    r"\b(?:must|shall|may|should|ought)(?: not|n['’]t| never)\b|\bmust\b(?! have\b)"
    r"|\b(?:is|are) (?:not |never )?to be\b"
    r"|(?:不能|不许|不准|不可|不要|不得|别|必须|务必|一定要)(?:再)?(?:请|邀|叫|让|喊|告诉|来|去|给|找|通知)"
)
_BAN = re.compile(
    r"\b(?:must|shall|may|should|ought)(?: not|n['’]t| never)\b|\b(?:is|are) (?:not|never) to be\b"
    r"|(?:不能|不许|不准|不可|不要|不得|别)(?:再)?(?:请|邀|叫|让|喊|告诉|来|去|找|通知)"
)
_AHEAD = re.compile(
    r"\b(?:will|shall|should|would like|going to|mean to|plans? to|hopes?|wish(?:es)?|wants?)\b"
    r"|\b(?:invited?|invites|welcome)\b"
    r"|希望|盼着?|打算|欢迎|邀请|想请|要请|会来|要来|想来|该请|得请"
)


def is_order(text: str) -> bool:
    """Whether a statement says what must or must not be done: it tells nothing of how things are."""
    return bool(_ORDER.search(text))


def is_ban(text: str) -> bool:
    """Whether a statement says what must not be done."""
    return bool(_BAN.search(text))


def looks_ahead(text: str) -> bool:
    """Whether a statement makes sense only before what it is about."""
    return is_order(text) or bool(_AHEAD.search(text))
