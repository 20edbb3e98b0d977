/**
 * Reads frames of moves: who is where from which tick on, as the server packs them.
 *
 * Knows the bytes (version, flags, people, base tick, until tick, count; then records of ticks since the base,
 * person, x and y, all little-endian) and nothing of towns. Invariant: bytes that are not a frame are refused as a
 * whole.
 */

/** The x of a person who is not in town. */
export const NOWHERE = 65535;
const VERSION = 1;
const HEAD = 16;
const RECORD = 8;

export interface Frame {
  /** Whether it begins with everyone's position at the base tick. */
  readonly snapshot: boolean;
  readonly people: number;
  readonly base: number;
  /** All positions at ticks before this one are known. */
  readonly until: number;
  /** Repeated records: ticks since the base, person, x, y. */
  readonly records: Uint16Array;
}

export class NoFrame extends Error {}

export function readFrame(bytes: ArrayBuffer): Frame {
  if (bytes.byteLength < HEAD) throw new NoFrame("a frame was cut off");
  const view = new DataView(bytes);
  const count = view.getUint32(12, true);
  if (view.getUint8(0) !== VERSION || bytes.byteLength !== HEAD + count * RECORD)
    throw new NoFrame("no frame");
  const records = new Uint16Array(count * 4);
  for (let index = 0; index < records.length; index++)
    records[index] = view.getUint16(HEAD + index * 2, true);
  return {
    snapshot: (view.getUint8(1) & 1) === 1,
    people: view.getUint16(2, true),
    base: view.getUint32(4, true),
    until: view.getUint32(8, true),
    records,
  };
}
