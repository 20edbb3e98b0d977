"""The tutorial for Python: its code is the script of the examples. `tests/house/test_typed_docs.py` runs it."""

import re

from tools.tree import ROOT

PAGE = ROOT / "docs" / "tutorial" / "python.md"
SCRIPT = ROOT / "examples" / "first_steps.py"


def test_the_code_of_the_page_is_the_code_of_the_script() -> None:
    shown = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    script = SCRIPT.read_text(encoding="utf-8").split('"""\n', 1)[1]
    lines = [line for line in "\n".join(shown).splitlines() if line.strip()]
    assert lines == [line for line in script.splitlines() if line.strip()]
