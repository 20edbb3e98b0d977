/**
 * Fetches everything the scene needs.
 *
 * Knows addresses of a town's files. Invariant: resolves when everything that is drawn is loaded.
 */
import { addressOf, getJson, runAddress } from "../api/fetch";
import type { Town } from "../api/wire";
import { run } from "../run/now";
import { pictureOf } from "../town";
import { picture, pictures } from "./pictures";
import type { Look, Materials } from "./scene";
import { readMap } from "./tiled";

/** The pictures of a person. */
export async function lookOf(id: string): Promise<Look> {
  const [sheet, asleep] = await Promise.all([
    picture(pictureOf(id, "sheet")),
    picture(pictureOf(id, "asleep")),
  ]);
  return { id, sheet, asleep: asleep.width > 1 ? asleep : null };
}

export async function loadMaterials(town: Town, people: Iterable<string>): Promise<Materials> {
  const looks = Promise.all([...people].map(lookOf));
  const shown = run.peek();
  const where = shown ? runAddress(shown.name, ["map.tmj"]) : addressOf(town.id, "map.tmj");
  const map = await readMap(where, (url) => getJson<Record<string, unknown>>(url));
  const sheets = await pictures(map.tilesets.map((set) => set.image));
  return { map, sheets, people: await looks, places: town.places };
}
