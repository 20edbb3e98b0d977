"""How the server says no: always JSON with what is wrong and what to do, whatever went wrong.

Knows HTTP and the error tree. Invariant: no traceback, path of this machine or library's wording reaches a browser.
"""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from milkwood.errors import MilkwoodError
from milkwood.server.wire import ForkOfferOut, RefusalOut

log = logging.getLogger(__name__)

_WORDS = {
    404: ("There is nothing here.", "The page is at /, what it can be asked is listed at /api/docs."),
    405: ("This cannot be done here.", "See /api/docs for what can be asked, and how."),
}


class Refused(Exception):
    """An answer that is a no."""

    def __init__(self, status: int, what: str, remedy: str, *, fork: bool = False) -> None:
        super().__init__(what)
        self.status = status
        self.body = ForkOfferOut(what=what, remedy=remedy) if fork else RefusalOut(what=what, remedy=remedy)


def answer(status: int, what: str, remedy: str) -> JSONResponse:
    """The no itself."""
    return JSONResponse(RefusalOut(what=what, remedy=remedy).model_dump(), status)


def install(app: FastAPI) -> None:
    """Make every failure of an app speak this way."""

    def refused(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Refused)
        return JSONResponse(error.body.model_dump(), error.status)

    def http(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        what, remedy = _WORDS.get(error.status_code, ("This cannot be had.", "See /api/docs."))
        return answer(error.status_code, what, remedy)

    def unreadable(_: Request, __: Exception) -> JSONResponse:
        return answer(422, "The request cannot be read.", "See /api/docs for what can be asked.")

    def foreseen(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, MilkwoodError)
        return answer(500, error.what, error.remedy)

    def unforeseen(_: Request, error: Exception) -> JSONResponse:
        log.exception("a request failed", exc_info=error)
        return answer(500, "Milkwood made a mistake.", "The terminal it runs in says more; please report it.")

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(MilkwoodError, foreseen)
    app.add_exception_handler(Exception, unforeseen)
