/**
 * Writes the length of a film into a WebM file. Browsers leave it out when they record, and players then cannot seek.
 *
 * Knows the elements of WebM up to `Info`. Invariant: a file that it does not understand stays as it is.
 */

const HEAD = [0x1a, 0x45, 0xdf, 0xa3] as const;
const SEGMENT = [0x18, 0x53, 0x80, 0x67] as const;
const INFO = [0x15, 0x49, 0xa9, 0x66] as const;
const DURATION = [0x44, 0x89] as const;
/** `Duration`, the length of its value, and the value as a 64-bit float. */
const DURATION_BYTES = 11;

interface Size {
  readonly value: number;
  /** The number of bytes that it takes. */
  readonly bytes: number;
}

/** A size as WebM writes it: the leading zeros of the first byte say how many bytes follow. */
function sizeAt(film: Uint8Array, at: number): Size | undefined {
  const first = film[at];
  if (!first) return undefined;
  const bytes = Math.clz32(first) - 23;
  let value = first & (0xff >> bytes);
  for (let next = 1; next < bytes; next++) value = value * 256 + (film[at + next] ?? 0);
  return { value, bytes };
}

function isAt(film: Uint8Array, at: number, id: readonly number[]): boolean {
  return id.every((byte, index) => film[at + index] === byte);
}

function sized(value: number, bytes: number): Uint8Array | undefined {
  if (value >= 2 ** (7 * bytes) - 1) return undefined;
  const made = new Uint8Array(bytes);
  for (let at = bytes - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) made[at] = rest % 256;
  made[0] = (made[0] ?? 0) | (0x80 >> (bytes - 1));
  return made;
}

/** Where `Info` is: the first element of the segment. */
function infoOf(film: Uint8Array): number | undefined {
  const head = isAt(film, 0, HEAD) ? sizeAt(film, HEAD.length) : undefined;
  if (!head) return undefined;
  const segment = HEAD.length + head.bytes + head.value;
  const whole = isAt(film, segment, SEGMENT) ? sizeAt(film, segment + SEGMENT.length) : undefined;
  // A segment of a known size would have to be made larger too. Browsers do not know it while they record.
  if (!whole || whole.value !== 2 ** (7 * whole.bytes) - 1) return undefined;
  const info = segment + SEGMENT.length + whole.bytes;
  return isAt(film, info, INFO) ? info : undefined;
}

/** The film with its length, in milliseconds. */
export function withLength(film: Uint8Array<ArrayBuffer>, milliseconds: number): Uint8Array<ArrayBuffer> {
  const info = infoOf(film);
  if (info === undefined) return film;
  const size = sizeAt(film, info + INFO.length);
  const grown = size && sized(size.value + DURATION_BYTES, size.bytes);
  if (!size || !grown) return film;
  const begin = info + INFO.length + size.bytes;
  const inside = film.subarray(begin, begin + size.value);
  if (inside.some((_, at) => isAt(inside, at, DURATION))) return film;
  const made = new Uint8Array(film.length + DURATION_BYTES);
  made.set(film.subarray(0, info + INFO.length));
  made.set(grown, info + INFO.length);
  made.set(inside, begin);
  const end = begin + size.value;
  made.set([...DURATION, 0x88], end);
  new DataView(made.buffer).setFloat64(end + 3, milliseconds);
  made.set(film.subarray(end), end + DURATION_BYTES);
  return made;
}
