"""`milkwood local`: downloads and lists the small offline model.

Invariant: only `fetch` downloads, and only a file with the right SHA-256 is kept.
"""

from importlib.util import find_spec
from typing import Annotated

import typer

from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import say
from milkwood.i18n import t
from milkwood.providers import gguf, parcel


def fetch() -> None:
    """Download the small model (93 MB) into your cache."""
    there = parcel.is_kept()
    path = parcel.fetch()
    say(t("Already downloaded: {path}", path=path) if there else t("Downloaded: {path}", path=path))
    say(t('Use it with model = "local" in milkwood.toml.'))


def list_local(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List downloaded model files and whether they run here."""
    files = sorted(parcel.folder().glob("*.gguf")) if parcel.folder().is_dir() else []
    runs = find_spec(gguf.RUNTIME) is not None
    if as_json:
        entries = [{"name": path.stem, "path": str(path), "bytes": path.stat().st_size} for path in files]
        echo_json({"runtime": runs, "weights": entries})
        return
    for path in files:
        typer.echo(f"{path.stem}  {path.stat().st_size / 1e6:.0f} MB  {path}")
    if not files:
        say(t("There are no weights. Download the small model: milkwood local fetch"))
    if not runs:
        say(t("They cannot run yet. Install the runtime: {command}", command=gguf.INSTALL))
