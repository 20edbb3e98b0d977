/**
 * What the server says, as types: the mirror of `milkwood.server.wire`.
 *
 * Knows nothing of screens. Invariant: field names are the server's own, so a change there fails to compile here.
 */

/** A text in every language of the town, by language code. */
export type Words = Readonly<Record<string, string>>;
/** x, y, width, height in tiles. */
export type Rectangle = readonly [number, number, number, number];
/** x, y in tiles. */
export type Tile = readonly [number, number];

export interface TownEntry {
  readonly id: string;
  readonly name: Words;
  readonly about: Words;
  readonly languages: readonly string[];
}

export interface TownList {
  /** The town to open when the address names none. */
  readonly opens: string;
  /** The language asked for on the command line, if any. */
  readonly language: string | null;
  readonly towns: readonly TownEntry[];
}

export interface Deed {
  /** `HH:MM` */
  readonly start: string;
  readonly end: string;
  readonly what: Words;
  /** The address of a place or thing. */
  readonly where: string;
}

export interface Tie {
  readonly person: string;
  readonly tie: Words;
  readonly feeling: Words;
  /** 0 a stranger … 10 the closest person. */
  readonly closeness: number;
}

export interface Work {
  readonly title: Words;
  readonly at: string;
  /** `HH:MM-HH:MM` */
  readonly hours: string | null;
}

export interface Person {
  readonly id: string;
  readonly name: Words;
  readonly called: Words;
  readonly age: number;
  readonly pronoun: string;
  readonly traits: readonly Words[];
  readonly biography: Words;
  readonly concerns: readonly Words[];
  readonly speech: { readonly style: string; readonly note: Words };
  readonly work: Work | null;
  readonly bed: string;
  readonly wake: string;
  readonly sleep: string;
  readonly day: readonly Deed[];
  readonly knows: readonly Tie[];
  readonly tile: Tile;
}

export interface Thing {
  readonly id: string;
  readonly name: Words;
  readonly kind: string;
  readonly emoji: string;
  readonly tiles: readonly Tile[];
}

export interface Room {
  readonly id: string;
  readonly name: Words;
  readonly kind: string;
  readonly outdoors: boolean;
  readonly rectangles: readonly Rectangle[];
  readonly things: readonly Thing[];
}

export interface Sector {
  readonly id: string;
  readonly name: Words;
  readonly kind: string;
  readonly public: boolean;
  /** `HH:MM-HH:MM` */
  readonly opens: string | null;
  readonly rectangles: readonly Rectangle[];
  readonly rooms: readonly Room[];
}

export interface Story {
  readonly id: string;
  readonly title: Words;
}

export interface Scenario {
  readonly id: string;
  readonly name: Words;
  readonly about: Words;
  readonly start: string;
  readonly days: number;
  readonly cast: readonly string[];
  readonly stories: readonly Story[];
}

export interface Town extends TownEntry {
  /** ISO 8601, town time. */
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly width: number;
  readonly height: number;
  /** The scenario on show; its cast are the people. */
  readonly scenario: string;
  readonly people: readonly Person[];
  readonly places: readonly Sector[];
  readonly scenarios: readonly Scenario[];
}
