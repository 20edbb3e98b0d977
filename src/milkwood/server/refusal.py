"""How the server says no: always JSON with what is wrong and what to do, whatever went wrong.

Knows HTTP and the error tree. Invariant: no traceback, path of this machine or library's wording reaches a browser;
whoever asks in a language that the page speaks is told in it.
"""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import Scope

from milkwood.errors import MilkwoodError
from milkwood.server.tongue import language_of
from milkwood.server.wire import ForkOfferOut, RefusalOut
from milkwood.translate import said_in

log = logging.getLogger(__name__)

_WORDS = {
    404: ("There is nothing here.", "The page is at /, what it can be asked is listed at /api/docs."),
    405: ("This cannot be done here.", "See /api/docs for what can be asked, and how."),
}
MISTAKE = ("Milkwood made a mistake.", "The terminal it runs in says more; please report it.")
"""What is said of what nobody foresaw."""


class Refused(Exception):
    """An answer that is a no."""

    def __init__(self, status: int, what: str, remedy: str, *, fork: bool = False) -> None:
        super().__init__(what)
        self.status = status
        self.body = ForkOfferOut(what=what, remedy=remedy) if fork else RefusalOut(what=what, remedy=remedy)


def answer(scope: Scope, status: int, what: str, remedy: str, *, fork: bool = False) -> JSONResponse:
    """The no itself, in the language of whoever asked."""
    language = language_of(scope)
    made = ForkOfferOut if fork else RefusalOut
    body = made(what=said_in(language, what), remedy=said_in(language, remedy))
    return JSONResponse(body.model_dump(), status, headers={"content-language": language, "vary": "accept-language"})


def install(app: FastAPI) -> None:
    """Make every failure of an app speak this way."""

    def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Refused)
        body = error.body
        return answer(request.scope, error.status, body.what, body.remedy, fork=isinstance(body, ForkOfferOut))

    def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        what, remedy = _WORDS.get(error.status_code, ("This cannot be had.", "See /api/docs."))
        return answer(request.scope, error.status_code, what, remedy)

    def unreadable(request: Request, _: Exception) -> JSONResponse:
        return answer(request.scope, 422, "The request cannot be read.", "See /api/docs for what can be asked.")

    def foreseen(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, MilkwoodError)
        return answer(request.scope, 500, error.what, error.remedy)

    def unforeseen(request: Request, error: Exception) -> JSONResponse:
        log.exception("a request failed", exc_info=error)
        return answer(request.scope, 500, *MISTAKE)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(MilkwoodError, foreseen)
    app.add_exception_handler(Exception, unforeseen)
