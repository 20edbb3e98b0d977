"""Days of invented towns, lived by the understudy: towns that nobody could have tuned anything to."""

from dataclasses import dataclass
from pathlib import Path

from milkwood import towns
from milkwood.chronicle.rumour import Fact
from milkwood.ids import PersonId
from milkwood.invention.facts import TownFacts
from milkwood.invention.happenings import MARKS
from milkwood.invention.inventing import InventedTown, invent
from milkwood.run import MindConfig, new_run
from milkwood.towns import Pack
from milkwood.words import Language
from tests.once import once
from tests.story.lives import live
from tests.story.measures import Life
from tests.story.measures_meaning import Secret

DAYS = 2


@dataclass(frozen=True)
class Unseen:
    """Two days of the town of a seed."""

    seed: int
    language: str = "en"
    people: int = 10

    @property
    def name(self) -> str:
        return f"unseen-{self.seed}-{self.people}-{self.language}"

    @property
    def facts(self) -> TownFacts:
        return self._invented.facts

    @property
    def _invented(self) -> InventedTown:
        """The town, with some secrets that only their wording marks."""
        return invent(self.seed, self.people, marks=(*MARKS, "wording"))

    def pack(self, folder: Path) -> Pack:
        """The town, written once into a folder."""
        return towns.load(once(folder / f"town-{self.seed}-{self.people}", self._write))

    def _write(self, folder: Path) -> None:
        folder.mkdir()
        self._invented.write(folder)

    def life(self, folder: Path) -> Life:
        """Its days, lived once."""
        pack = self.pack(folder)
        return Life.read(once(folder / f"{self.name}.milkwood", lambda path: self._live(path, pack)), pack)

    def _live(self, path: Path, pack: Pack) -> None:
        minds = MindConfig(embedding=False)
        run = new_run(pack, path, self.name, seed=self.seed, language=Language(self.language), minds=minds)
        live(run, pack.clock.parse(f"day {DAYS + 1} 03:00"))

    def secrets(self) -> list[Secret]:
        """The secrets of the town, also those which the pack tells in words only."""
        found = []
        for secret in self.facts.secrets:
            text = secret.text.zh if self.language == "zh" else secret.text.en
            hidden = frozenset({PersonId(secret.keep_from)} if secret.mark != "private" and secret.keep_from else ())
            found.append(Secret(Fact((text,)), PersonId(secret.holder), hidden, text))
        return found
