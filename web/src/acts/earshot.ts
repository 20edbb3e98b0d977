/**
 * Who can hear whom in a town.
 *
 * Knows tiles and rooms, no page. Invariant: speech carries as far as people can see, and walls block it.
 */
import type { Spot } from "../town";

interface Listener {
  readonly id: string;
  readonly tile: readonly [number, number] | null;
  readonly asleep: boolean;
}

/** Whether speech carries between two rooms. A person in a doorway is heard on both sides. */
function isOpenTo(one: Spot, other: Spot): boolean {
  return one === "door" || other === "door" || one === other;
}

/** The ids of the people who are awake and near enough to hear `me`, nearest first. */
export function inEarshot(
  me: Listener,
  people: Iterable<Listener>,
  radius: number,
  roomAt: (x: number, y: number) => Spot,
): readonly string[] {
  const here = me.tile;
  if (!here) return [];
  const mine = roomAt(...here);
  return [...people]
    .flatMap(({ id, tile, asleep }) => {
      if (!tile || asleep || id === me.id) return [];
      const away = Math.max(Math.abs(tile[0] - here[0]), Math.abs(tile[1] - here[1]));
      return away <= radius && isOpenTo(mine, roomAt(...tile)) ? [{ id, away }] : [];
    })
    .sort((one, other) => one.away - other.away)
    .map(({ id }) => id);
}
