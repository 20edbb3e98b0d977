/**
 * The light of the town at a minute of the day: tint and darkness.
 *
 * Knows nothing of drawing or of seasons (every day has twelve hours of light). Invariant: continuous around
 * midnight; lamps are as bright as the town is dark.
 */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface Light {
  /** Multiplied over the map; white changes nothing. */
  readonly tint: Rgb;
  /** 0 = day, 1 = night. */
  readonly dark: number;
}

/** Minute, red, green, blue, darkness. Linear interpolation in between. */
const HOURS: readonly (readonly [number, number, number, number, number])[] = [
  [0, 84, 94, 162, 1],
  [255, 84, 94, 162, 1],
  [330, 132, 118, 170, 0.75],
  [370, 230, 178, 156, 0.35],
  [415, 255, 236, 212, 0.05],
  [480, 255, 251, 243, 0],
  [720, 255, 255, 255, 0],
  [960, 255, 250, 238, 0],
  [1050, 255, 222, 178, 0.1],
  [1095, 240, 168, 132, 0.4],
  [1140, 158, 118, 158, 0.75],
  [1200, 104, 104, 168, 0.95],
  [1260, 84, 94, 162, 1],
  [1440, 84, 94, 162, 1],
];

export function lightAt(minute: number): Light {
  const now = ((minute % 1440) + 1440) % 1440;
  const next = HOURS.findIndex((hour) => hour[0] > now);
  const [before, after] = [HOURS[next - 1], HOURS[next]];
  if (!before || !after) return { tint: [255, 255, 255], dark: 0 };
  const part = (now - before[0]) / (after[0] - before[0]);
  const mix = (index: 1 | 2 | 3 | 4) => before[index] + (after[index] - before[index]) * part;
  return { tint: [Math.round(mix(1)), Math.round(mix(2)), Math.round(mix(3))], dark: mix(4) };
}

/** A colour between two others. */
export function mixed(one: Rgb, other: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * part;
  return [at(0), at(1), at(2)];
}

/** The light's tint as one number, 0xrrggbb. */
export function tintNumber({ tint: [red, green, blue] }: Light): number {
  return (red << 16) | (green << 8) | blue;
}
