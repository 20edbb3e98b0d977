/**
 * The parts of a town as the server describes them.
 *
 * Knows nothing of screens. Invariant: everything except the three types below comes from `wire.gen.ts`, which
 * `python -m tools.wire` generates from the server's types.
 */
export type {
  Deed,
  Person,
  Room,
  Scenario,
  Sector,
  Story,
  Thing,
  Tie,
  Town,
  TownEntry,
  TownList,
  Work,
} from "./wire.gen";

/** A text in every language of the town, by language code. */
export type Words = Readonly<Record<string, string>>;
/** x, y, width, height in tiles. */
export type Rectangle = readonly [number, number, number, number];
/** x, y in tiles. */
export type Tile = readonly [number, number];
