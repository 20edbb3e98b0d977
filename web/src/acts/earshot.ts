/**
 * Who can be heard from where: how far words carry in a town.
 *
 * Knows tiles and rooms, no page. Invariant: one is heard as far as people of the town see, and walls keep words in.
 */
import type { Spot } from "../town";

interface Somebody {
  readonly id: string;
  readonly tile: readonly [number, number] | null;
  readonly asleep: boolean;
}

/** Whether words carry from one room to the other; whoever stands in a door, in no room, is heard on both sides. */
function isOpenTo(one: Spot, other: Spot): boolean {
  return one === "door" || other === "door" || one === other;
}

/** Who of all people is awake and near enough to somebody to hear them, nearest first. */
export function inEarshot(
  me: Somebody,
  people: Iterable<Somebody>,
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
