"""Where the report of an import is kept, and found again: in the file of an imported run, or in an imported town.

Invariant: a run in an imported town has that town's report, and a fork has the report of its parent; an unreadable
report counts as none.
"""

import json
from pathlib import Path

from milkwood.bridge.report import ImportReport
from milkwood.chronicle import Chronicle, Reader
from milkwood.plain import table

REPORT_FILE = "import.json"
_NAME = "report"
_REPORT_TICK = -1


def keep_report(chronicle: Chronicle, report: ImportReport) -> None:
    """Keep a report in the file of a run."""
    chronicle.keep_origin(_NAME, _REPORT_TICK, report.plain())


def write_report(report: ImportReport, folder: Path) -> None:
    """Write a report into the folder of a town, which every run of the town carries."""
    text = json.dumps(report.plain(), ensure_ascii=True, indent=1)
    (folder / REPORT_FILE).write_text(text, encoding="utf-8", newline="\n")


def report_of_town(folder: Path) -> ImportReport | None:
    """The report in the folder of a town, if it was imported."""
    try:
        return ImportReport.of_plain(table(json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))))
    except (OSError, ValueError, RecursionError):
        return None


def report_of_run(reader: Reader, pack: Path | None) -> ImportReport | None:
    """The report of a run: its own, or that of the town in its pack."""
    kept = next((table(each) for each in reader.origins(_NAME)), None)
    if kept is not None:
        return ImportReport.of_plain(kept)
    return report_of_town(pack) if pack is not None else None
