"""A question as a prompt: constant text first, the person next, the moment last.

Invariants: the most stable text comes first (the rules, the person, their places and hours, their day, their promises),
so that an endpoint can cache the prefix; a prompt never exceeds the tokens of its kind; no slot of a template stays
visible.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import Final, TypeAlias

from milkwood.models.port import Content
from milkwood.models.prompt import GAP, Prompt
from milkwood.questions.faults import Fault
from milkwood.questions.kind import AnyKind, Trim
from milkwood.questions.offer import Offer
from milkwood.questions.pieces import LONG_TOKENS, Slots, Writer, languages, wording
from milkwood.questions.shape import ListBounds
from milkwood.questions.tokens import TOKEN_WEIGHT, clip, tokens, weight

Template: TypeAlias = Mapping[str, tuple[str, ...]]
"""A prompt's lines by section."""
LANGUAGES: Final = languages()
_SECTION = re.compile(r"^=== ([a-z]+)[ \t]*\n", re.MULTILINE)
SLOT: Final = re.compile(r"\{([a-z_]+)(\*?)\}")
"""A field of a template; with an asterisk its entries stand in one line."""
_MAX_FAULTS: Final = 4
_LAST_LINES: Final = 1
"""Entries of a list that stay, however short room is, where the newest matter most: what was said last."""


def again(prompt: Prompt, faults: Sequence[Fault], language: str) -> Prompt:
    """The repair prompt: the same prefix, with the faults at its end.

    What to do instead takes the place of the last line, since a small model does what stands last.
    """
    words = wording(language)
    gap = words["gap"]
    said = gap.join(fault.say(language) for fault in faults[:_MAX_FAULTS])
    instead = next((fault.instead for fault in faults if fault.instead), "")
    if instead:
        wanted, _, _ = prompt.user.rpartition("\n")
        return replace(
            prompt, user=f"{wanted}\n{words['again_instead'].format(said + gap, instead)}".replace("  ", " ")
        )
    return replace(prompt, user=prompt.user + GAP + words["again"].format(said + gap).replace("  ", " "))


@cache
def template(kind: str, language: str) -> Template:
    """A kind's prompt template, in English if the language has none."""
    return sections_of(built_in_text(kind, language))


def built_in_text(kind: str, language: str) -> str:
    """The file of a kind's prompt, in English if the language has none."""
    folder = resources.files(f"milkwood.questions.{kind}")
    own = folder / f"prompt.{language}.txt"
    return (own if own.is_file() else folder / "prompt.en.txt").read_text("utf-8")


def sections_of(text: str) -> Template:
    """The sections of a prompt's text."""
    pieces = _SECTION.split(text.strip() + "\n")
    return {name: tuple(body.strip().split("\n")) for name, body in zip(pieces[1::2], pieces[2::2], strict=True)}


def template_hash(sections: Template) -> str:
    """The hash of a template. Headers of runs hold it, so it never changes."""
    return blake2b(repr(dict(sections)).encode(), digest_size=8).hexdigest()


def render(kind: AnyKind, content: Content, offer: Offer, sections: Template | None = None) -> Prompt:
    """The prompt of a question, within the token limit of its kind; from another template if one is given."""
    language = content["self"]["language"]
    sections = sections or template(kind.name, language)
    writer = Writer(content, offer)
    slots = _limited(writer.slots() | _lengths(kind.bounds(content)), kind.trims)
    most = kind.most_prompt_tokens * TOKEN_WEIGHT
    prompt = _filled(sections, language, slots)
    last = [(trim, _LAST_LINES if trim.oldest else 0) for trim in kind.trims]
    for trim, keep in [*((trim, trim.keep) for trim in kind.trims), *last]:
        over = weight(prompt.text) - most
        if over <= 0:
            break
        slots = _shrunk(slots, trim, over) if trim.shrink else _trimmed(slots, trim, keep, over)
        prompt = _filled(sections, language, slots)
    while (over := weight(prompt.text) - most) > 0:
        squeezed = _squeezed(slots, _used(sections), over)
        if squeezed == slots:  # a list without a Trim: too long is better than not asked
            break
        slots = squeezed
        prompt = _filled(sections, language, slots)
    return prompt


def _lengths(bounds: ListBounds) -> Slots:
    """The fewest and the most entries wanted of the reply's list, where it has one."""
    fewest, most = next(iter(bounds.values()), (0, 0))
    return {"fewest": str(fewest), "most": str(most)} if most else {}


def _limited(slots: Slots, trims: Sequence[Trim]) -> Slots:
    """With every list cut to its fixed limit."""
    limits = {trim.key: trim for trim in trims if trim.most}
    lists = {key: list(slots.get(key, ())) for key in limits}
    cut = {
        key: all_of[-limits[key].most :] if limits[key].oldest else all_of[: limits[key].most]
        for key, all_of in lists.items()
    }
    return {**slots, **cut}


def _trimmed(slots: Slots, trim: Trim, keep: int, over: int) -> Slots:
    """With as few entries of a list removed as possible."""
    entries = list(slots.get(trim.key, ()))
    while over > 0 and len(entries) > keep:
        over -= weight(entries.pop(0 if trim.oldest else -1)) + 1
    return {**slots, trim.key: entries}


def _shrunk(slots: Slots, trim: Trim, over: int) -> Slots:
    """With every entry of a list clipped to its share."""
    entries = list(slots.get(trim.key, ()))
    room = sum(weight(entry) for entry in entries) - over
    share = max(6, min(LONG_TOKENS, room // TOKEN_WEIGHT // max(1, len(entries)) - 1))
    return {**slots, trim.key: [clip(entry, share) for entry in entries]}


def _squeezed(slots: Slots, used: frozenset[str], over: int) -> Slots:
    """With the longest text cut: the last resort, when no list can be cut."""
    texts = {name: value for name, value in slots.items() if isinstance(value, str) and name in used}
    longest = max(texts, key=lambda name: (weight(texts[name]), name))
    room = max(tokens(texts[longest]) // 2, tokens(texts[longest]) - over // TOKEN_WEIGHT - 1)
    return {**slots, longest: clip(texts[longest], room)}


def _used(sections: Template) -> frozenset[str]:
    return frozenset(name for lines in sections.values() for name, _ in SLOT.findall("\n".join(lines)))


def _filled(sections: Template, language: str, slots: Slots) -> Prompt:
    stop = wording(language)["stop"]
    said = {name: _section(lines, slots, stop) for name, lines in sections.items() if name != "rules"}
    parts = tuple(said[name] for name in ("person", "around") if said.get(name))
    return Prompt("\n".join(sections["rules"]), parts, said["now"])


def _section(lines: Sequence[str], slots: Slots, stop: str) -> str:
    """Its lines with their slots filled; a line with only empty slots, or only empty lists, is left out."""
    said: list[str] = []
    for line in lines:
        found = SLOT.findall(line)
        values = [slots.get(name, "") for name, _ in found]
        lists = [value for value in values if isinstance(value, list)]
        if not found or any(lists or values):
            said.append(SLOT.sub(lambda slot: _value(slots.get(slot[1], ""), slot[2] == "*", stop), line))
    return "\n".join(said)


def _value(value: str | list[str], inline: bool, stop: str) -> str:
    if isinstance(value, str):
        return value
    return stop.join(value) if inline else "".join(f"\n- {entry}" for entry in value)
