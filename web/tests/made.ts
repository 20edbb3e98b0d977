/** An invented hour of an invented run, for playback tests. */
import type { Happening, Reel } from "../src/api/run";

/** Records of ticks since the base, person, x, y. */
export type Record = readonly [number, number, number, number];

/** A frame of moves as the server packs it. */
export function frameOf(base: number, until: number, records: readonly Record[], people = 2): ArrayBuffer {
  const bytes = new ArrayBuffer(16 + records.length * 8);
  const view = new DataView(bytes);
  view.setUint8(0, 1);
  view.setUint8(1, 1);
  view.setUint16(2, people, true);
  view.setUint32(4, base, true);
  view.setUint32(8, until, true);
  view.setUint32(12, records.length, true);
  records.flat().forEach((number, index) => {
    view.setUint16(16 + index * 2, number, true);
  });
  return bytes;
}

export function reelOf(from: number, until: number, happenings: readonly Happening[] = []): Reel {
  const people = ["ann", "bo"].map((who) => ({ who, asleep: from === 0, deed: null, talk: null }));
  return { from, until, state: { people, things: [], pressing: [], talks: [] }, happenings };
}

/** Two neighbours greet each other. */
export const TALK: readonly Happening[] = [
  {
    t: 3,
    who: "ann",
    k: "deed_began",
    deed: { what: "frying eggs", emoji: "🍳", at: "kitchen", thing: "stove" },
  },
  { t: 3, who: "ann", k: "thing_changed", thing: "stove", state: "hot" },
  { t: 5, who: "ann", k: "talk_began", talk: "t1", partner: "bo" },
  { t: 5, who: "ann", k: "said", talk: "t1", text: "Morning!" },
  { t: 6, who: "bo", k: "said", talk: "t1", text: "Morning." },
  { t: 7, who: "ann", k: "talk_ended", talk: "t1", why: "they are done" },
  { t: 8, who: "ann", k: "deed_ended", deed: { what: "frying eggs" } },
];
