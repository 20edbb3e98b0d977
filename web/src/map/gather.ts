/**
 * Fetches all that the scene is made from.
 *
 * Knows addresses of a town's files. Invariant: resolves once everything that is drawn is there.
 */
import { addressOf, get } from "../api/fetch";
import type { Town } from "../api/wire";
import { picture, pictures } from "./pictures";
import type { Look, Materials } from "./scene";
import { readMap } from "./tiled";

async function json(url: string): Promise<Record<string, unknown>> {
  return (await get(url)).json();
}

/** Everybody as they are at the start: asleep; whoever has no such picture stands. */
async function peopleOf(town: Town): Promise<Materials["people"]> {
  const entries = town.people.map(async ({ id }): Promise<readonly [string, Look]> => {
    const asleep = await picture(addressOf(town.id, "people", id, "asleep.png"));
    if (asleep.width > 1) return [id, { picture: asleep, asleep: true }];
    return [id, { picture: await picture(addressOf(town.id, "people", id, "sheet.png")), asleep: false }];
  });
  return new Map(await Promise.all(entries));
}

export async function gather(town: Town): Promise<Materials> {
  const people = peopleOf(town);
  const map = await readMap(addressOf(town.id, "map.tmj"), json);
  const sheets = await pictures(map.tilesets.map((set) => set.image));
  return { town, map, sheets, people: await people };
}
