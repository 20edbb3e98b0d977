"""The report of an import on the screen: what was read, guessed, changed and dropped, by person.

Invariant: after an import, a limited number of lines is shown, and the command that shows all of them.
"""

import shlex

import typer

from milkwood.bridge.report import CHANGED, DROPPED, GUESSED, READ, ImportReport, ReportEntry
from milkwood.chronicle.runs import SUFFIX, listed
from milkwood.cli.voice import padded, say, user_language
from milkwood.errors import SetupError
from milkwood.exchange.report import report_of_run, report_of_town
from milkwood.i18n import t
from milkwood.run.names import open_reader
from milkwood.run.pack import pack_of
from milkwood.towns.shelf import find

MAX_REPORT_LINES = 40
_SORT_COLUMNS = 10


def report_named(name: str) -> ImportReport:
    """The report of a run or a town by its name."""
    runs = {run.name.removesuffix(SUFFIX) for run in listed()}
    if name in runs or name.endswith(SUFFIX):
        with open_reader(name) as reader:
            found = report_of_run(reader, pack_of(reader).folder)
    else:
        found = report_of_town(find(name).folder)
    if found is None:
        raise SetupError(
            t("“{name}” has no report of an import.", name=name),
            remedy=t("Only runs and towns that “milkwood import” made have one."),
        )
    return found


def say_report(report: ImportReport, name: str = "", max_lines: int | None = MAX_REPORT_LINES) -> None:
    """Print a report: the counts, then the whole simulation, then each person."""
    counts = report.counts()
    say(
        t(
            "Import report: {read:,} read, {guessed:,} guessed, {changed:,} changed, {dropped:,} dropped",
            read=counts[READ],
            guessed=counts[GUESSED],
            changed=counts[CHANGED],
            dropped=counts[DROPPED],
        )
    )
    lines = _lines(report)
    most = len(lines) if max_lines is None or len(lines) <= max_lines else max_lines
    for line in lines[:most]:
        typer.echo(line)
    if most < len(lines):
        command = f"milkwood import --report {shlex.quote(name)}"
        say(t("… and {count} more lines: {command}", count=len(lines) - most, command=command), indent=2)
    if report.left_out:
        say(t("… and {count:,} more that are not listed", count=report.left_out), indent=2)


def _lines(report: ImportReport) -> list[str]:
    lines = [f"  {line}" for line in _part(report.entries(""))]
    for who, name in report.people():
        lines.append(f"  {name}")
        lines += [f"    {line}" for line in _part(report.entries(who))]
    return lines


def _part(entries: list[ReportEntry]) -> list[str]:
    """The entries of one person: what was read in one line, everything else with its details."""
    language = user_language()
    read = [_counted(each, language) for each in entries if each.sort == READ]
    lines = [f"{padded(READ, _SORT_COLUMNS)}{'; '.join(read)}"] if read else []
    for each in entries:
        if each.sort != READ:
            more = f" ({each.count:,})" if each.count > max(1, len(each.details)) else ""
            details = f": {'; '.join(each.details)}" if each.details else ""
            lines.append(f"{padded(each.sort, _SORT_COLUMNS)}{each.said(language)}{more}{details}")
    return lines


def _counted(entry: ReportEntry, language: str) -> str:
    if entry.count > 1:
        return f"{entry.said(language)} {entry.count:,}"
    return f"{entry.said(language)} {entry.details[0]}" if entry.details else entry.said(language)
