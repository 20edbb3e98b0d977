"""The route that exports a run: in a ZIP file, or as one page that replays it.

Invariant: files are written to a temporary folder, deleted once sent; they contain no local path.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask

from milkwood.chronicle import Chronicle
from milkwood.exchange.export import zip_run
from milkwood.server.errors import ErrorRoute
from milkwood.server.files import STATIC
from milkwood.server.routes.parameters import READ_REFUSALS, RunName
from milkwood.server.views.html_export import DEFAULT_MINDS, replay
from milkwood.server.views.open_runs import OpenRun, OpenRuns
from milkwood.server.wire.replay import CarriedMindsIn

Format = Literal["html", "md", "csv", "jsonl", "parquet", "metrics", "reverie", "compressed"]
MindsQuery = Annotated[
    CarriedMindsIn, Query(description="What `html` carries of minds: all but secrets, all, or none.")
]
_FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/html": {}, "application/zip": {}}}}


def export_routes(recordings: OpenRuns, static: Path = STATIC) -> APIRouter:
    """The route."""
    routes = APIRouter(prefix="/api/runs/{run}", tags=["runs"], route_class=ErrorRoute, responses=READ_REFUSALS)

    @routes.get("/export/{format}", response_class=Response, responses=_FILE)
    def export_run(
        run: RunName,
        format: Annotated[Format, InPath(description="`html` replays by double click.")],
        minds: MindsQuery = DEFAULT_MINDS,
    ) -> Response:
        """A run as one page (html); as diaries, metrics, tables or a folder for Generative Agents in a ZIP file."""
        recording = recordings.find(run)
        if format == "html":
            with recording.reader() as reader:
                page = replay(recording, reader, static, minds)
            headers = {"content-disposition": _named(f"{recording.name}.html")}
            return Response(page.encode("utf-8", "replace"), media_type="text/html; charset=utf-8", headers=headers)
        return _zipped(recording, format)

    return routes


def _zipped(recording: OpenRun, format_: str) -> Response:
    folder = TemporaryDirectory(prefix="milkwood-export-")
    name, path = f"{recording.name}-{format_}", Path(folder.name) / "export.zip"
    try:
        with Chronicle.read(recording.path) as reader:
            zip_run(reader, format_, path, name, recording.names(reader))
    except BaseException:
        folder.cleanup()
        raise
    headers = {"content-disposition": _named(f"{name}.zip")}
    return FileResponse(path, media_type="application/zip", headers=headers, background=BackgroundTask(folder.cleanup))


def _named(name: str) -> str:
    """A `content-disposition` header for a file name in any alphabet."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in " ._-") else "-" for char in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
