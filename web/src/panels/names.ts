/**
 * The names of people, places and things by id, in the language of the page.
 *
 * Knows the open town and people who came later. Invariant: always returns readable text; an unknown id is shown as
 * words.
 */
import type { Person } from "../api/wire";
import { find, people } from "../town";
import { read, say } from "../words";

/** The id under which the user's own actions are recorded. */
export const OUTSIDE = "~outside";

function asWords(id: string): string {
  return id.replaceAll("_", " ").replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}

export function personOf(id: string | null | undefined): Person | undefined {
  return id ? people.value.get(id) : undefined;
}

export function nameOf(id: string): string {
  if (id === OUTSIDE) return say("names.outside");
  return read(personOf(id)?.name) || asWords(id);
}

/** A person's short name. */
export function calledOf(id: string): string {
  if (id === OUTSIDE) return say("names.outside");
  return read(personOf(id)?.called) || nameOf(id);
}

/** Several names as one list, joined as the language requires. */
export function namesOf(ids: readonly string[]): string {
  return ids.map((id, index) => betweenNames(index, ids.length) + calledOf(id)).join("");
}

/** What stands before the name at an index of a list: nothing, a comma, or "and". */
export function betweenNames(index: number, count: number): string {
  if (index === 0) return "";
  return say(index === count - 1 ? "names.last" : "names.and");
}

/** The name of a place or thing. Text that is no address of the town is shown as it is. */
export function placeName(address: string | null | undefined): string {
  if (!address) return "";
  const found = find(address);
  if (!found) return address;
  return read(found.thing?.name ?? found.room?.name ?? found.sector.name);
}

/** A place with its surrounding place: "Hobbs Cafe, kitchen". */
export function wholePlaceName(address: string | null | undefined): string {
  const found = find(address);
  if (!found) return address ?? "";
  const part = found.thing ?? found.room;
  const [whole, inner] = [read(found.sector.name), read(part?.name)];
  return inner && inner !== whole ? `${whole}${say("names.comma")}${inner}` : whole;
}
