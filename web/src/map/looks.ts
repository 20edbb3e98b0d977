/**
 * What the map shows of the things of the open town at the displayed moment: effects, and rooms with people awake.
 *
 * Knows the town, its states and the scene's forms; draws nothing. Invariant: a state is recognised as the server does:
 * by its key, or by its words in any language.
 */
import { computed } from "@preact/signals";
import type { Thing, Town } from "../api/wire";
import type { ThingStateKind } from "../api/wire.gen";
import { peopleNow, pressingNow, thingsNow } from "../run/now";
import { town } from "../town";
import type { Effect } from "./effects";
import type { Rooms } from "./rooms";

const folded = (text: string) => text.trim().toLocaleLowerCase();

export function stateOf(shown: Town, thing: Thing, text: string): ThingStateKind | undefined {
  const said = folded(text);
  return shown.states?.[thing.kind]?.find(
    ({ key, words }) => said === key || Object.values(words).some((each) => said === folded(each)),
  );
}

const things = computed(
  () =>
    new Map(
      town.value?.places
        .flatMap(({ rooms }) => rooms.flatMap((room) => room.things))
        .map((thing) => [thing.id, thing]),
    ),
);

/** Where something over a thing is seen: the middle of its lowest row. */
function placeOf({ tiles }: Thing, size: number): { x: number; y: number; width: number } {
  const bottom = Math.max(...tiles.map(([, y]) => y));
  const xs = tiles.filter(([, y]) => y === bottom).map(([x]) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1];
  return { x: ((left + right) / 2) * size, y: (bottom + 1) * size, width: (right - left) * size };
}

/** The states of all things that are not idle, with what is known of them. */
const states = computed(() => {
  const shown = town.value;
  if (!shown) return [];
  return [...thingsNow.value].flatMap(([id, text]) => {
    const thing = things.value.get(id);
    const state = thing && stateOf(shown, thing, text);
    return thing && state ? [{ thing, state }] : [];
  });
});

export function effectsNow(size: number): Effect[] {
  const pressing = new Set(pressingNow.value);
  return states.value.flatMap(({ thing, state: { look } }) => {
    if (look === "" || look === "light") return [];
    return [{ id: thing.id, look, ...placeOf(thing, size), presses: pressing.has(thing.id) }];
  });
}

/** Things that someone has to set right: what gives light does not. */
export const outOfOrder = computed(
  () => new Set(states.value.filter(({ state }) => state.needs).map(({ thing }) => thing.id)),
);

/** The rooms in which someone is awake. */
export function roomsAwake(rooms: Rooms): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { tile, asleep } of peopleNow.value.values()) {
    const room = tile && !asleep ? rooms.at(tile[0], tile[1]) : undefined;
    if (room) found.add(room.id);
  }
  return found;
}
