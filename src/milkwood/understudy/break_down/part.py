"""One activity of a block, with its deeds."""

from dataclasses import dataclass

from milkwood.understudy.break_down.families import DeedTemplate, Family


@dataclass(frozen=True, slots=True)
class Part:
    """One activity of a block."""

    family: Family
    lent: tuple[DeedTemplate, ...]
    """Deeds of the person's own field."""
    own: str
    """The block's own words for it; empty for none."""
    about: str = ""
    """The words that tell what it is done to, where they are not the block's."""
