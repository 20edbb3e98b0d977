"""The prompts of the user's own that settings or an option name."""

import shlex
from pathlib import Path
from typing import Final

from milkwood import config
from milkwood.chronicle import Header
from milkwood.config import Origin, Source
from milkwood.errors import SetupError
from milkwood.i18n import join, t
from milkwood.ids import typed_path
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts, read_folder

NONE_OF_OWN: Final = "built-in"
"""The name of the prompts that Milkwood comes with."""


def prompts_by_settings(option: str | None = None) -> OwnPrompts | None:
    """The prompts of an option or the settings; None if neither names any."""
    settings = config.settings({"prompts": ("--prompts", option)})
    if not settings.config.prompts:
        return None
    return _read(settings.config.prompts, settings.origin("prompts"))


def prompts_named(text: str) -> OwnPrompts:
    """The prompts of a name on the command line."""
    return _read(text, Origin(Source.FLAG, "--prompts"))


def prompts_note(header: Header, wanted: OwnPrompts | None) -> str:
    """What a user should know about the prompts of a run that is about to be lived; empty for the built-in ones."""
    if header.own_prompts:
        return t("Your own prompts: {names}.", names=named_prompts(header.own_prompts))
    if wanted is not None and wanted.templates:
        return t("None of your prompts is in the language of the run ({language}).", language=header.language)
    return ""


def named_prompts(hashes: dict[str, str]) -> str:
    """Prompts with their hashes, in a line."""
    return join(", ", [f"{name} {of}" for name, of in hashes.items()]) if hashes else ""


def refuse_other_prompts(header: Header, prompts: OwnPrompts | None) -> None:
    """Raise an error if a run that would continue was started with other prompts; None stands for its own."""
    if prompts is None or header.has_prompts(prompts):
        return
    built_in = t("the built-in ones")
    raise SetupError(
        t(
            "The run “{name}” was started with other prompts: {one}, not {other}.",
            name=header.run,
            one=named_prompts(header.own_prompts) or built_in,
            other=named_prompts(prompts.spoken(header.language).hashes()) or built_in,
        ),
        remedy=t(
            "Leave out --prompts (or “prompts” in the settings): it carries its own. To go on with others, fork it: "
            "{command}",
            command=f"milkwood run {header.town} --from {shlex.quote(header.run)} --prompts FOLDER",
        ),
    )


def _read(text: str, origin: Origin) -> OwnPrompts:
    if text == NONE_OF_OWN:
        return BUILT_IN
    folder = typed_path(text)
    if origin.source in (Source.OWN_FILE, Source.FOLDER_FILE):
        folder = Path(origin.where).parent / folder
    return read_folder(folder, origin.where)
