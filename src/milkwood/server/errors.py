"""Errors over HTTP: always JSON with what is wrong and what to do.

Invariant: no traceback, local path or library message reaches a browser; texts are in the language of the request.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Scope

from milkwood.chronicle.runs import home
from milkwood.chronicle.verify import blamed
from milkwood.errors import MilkwoodError, OurBug
from milkwood.i18n import Text, in_language, t
from milkwood.server.wire.language import language_of
from milkwood.server.wire.model import ForkOfferOut, RefusalOut

log = logging.getLogger(__name__)

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

_WORDS = {
    404: (t("There is nothing here."), t("The page is at /; /api/docs lists the HTTP interface.")),
    405: (t("This address does not support the method."), t("/api/docs lists the addresses and their methods.")),
}
MISTAKE = (t("Milkwood made a mistake."), t("See its terminal for details, and please report it."))
"""The texts for an unexpected exception."""


class HttpError(Exception):
    """A refused request: status, what is wrong, and a remedy."""

    def __init__(self, status: int, what: str, remedy: str, *, fork: bool = False) -> None:
        super().__init__(what)
        self.status = status
        self.body = ForkOfferOut(what=what, remedy=remedy) if fork else RefusalOut(what=what, remedy=remedy)


def error_response(scope: Scope, status: int, what: str, remedy: str, *, fork: bool = False) -> JSONResponse:
    """The response for an error, in the language of the request."""
    language = language_of(scope)
    made = ForkOfferOut if fork else RefusalOut
    body = made(what=in_language(what, language), remedy=in_language(remedy, language))
    return JSONResponse(body.model_dump(), status, headers={"content-language": language, "vary": "accept-language"})


def install(app: FastAPI) -> None:
    """Register the error handlers."""

    def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HttpError)
        body = error.body
        return error_response(request.scope, error.status, body.what, body.remedy, fork=isinstance(body, ForkOfferOut))

    def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        what, remedy = _WORDS.get(error.status_code, (t("This request is not possible."), t("See /api/docs.")))
        return error_response(request.scope, error.status_code, what, remedy)

    def unreadable(request: Request, _: Exception) -> JSONResponse:
        return error_response(
            request.scope, 422, t("The request cannot be read."), t("/api/docs lists what can be requested.")
        )

    def foreseen(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, MilkwoodError)
        return error_response(request.scope, 500, error.what, error.remedy)

    def unforeseen(request: Request, error: Exception) -> JSONResponse:
        log.exception("a request failed", exc_info=error)
        return error_response(request.scope, 500, *MISTAKE)

    app.add_exception_handler(HttpError, refused)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(MilkwoodError, foreseen)
    app.add_exception_handler(Exception, unforeseen)


class ErrorRoute(APIRoute):
    """A route that answers a `MilkwoodError`, and an error that comes of a damaged run, with 409."""

    def get_route_handler(self) -> Handler:
        """The handler, with errors converted."""
        handle: Callable[[Request], Awaitable[Response]] = super().get_route_handler()

        async def converted(request: Request) -> Response:
            try:
                return await handle(request)
            except (HttpError, HTTPException, RequestValidationError):
                raise
            except Exception as error:
                shown = await asyncio.to_thread(blamed, error, request.path_params.get("run", "")) or error
                if isinstance(shown, OurBug) or not isinstance(shown, MilkwoodError):
                    raise
                raise HttpError(409, without_run_folder(shown.what), without_run_folder(shown.remedy)) from error

        return converted


def without_run_folder(text: str) -> str:
    """A sentence without the path of the runs folder."""
    if isinstance(text, Text):
        return text.mapped(without_run_folder)
    return text.replace(f"{home()}/", "").replace(str(home()), "")


@contextmanager
def as_http_400() -> Iterator[None]:
    """Turn a `MilkwoodError`, the user's mistake, into a 400 response."""
    try:
        yield
    except OurBug:
        raise
    except MilkwoodError as error:
        shown = blamed(error) or error
        raise HttpError(400, without_run_folder(shown.what), without_run_folder(shown.remedy)) from error
