/**
 * The names of people, places and things by their ids, in the language of the page.
 *
 * Knows the town on show and who came to it later. Invariant: always gives something to read; an id that nobody
 * bears is shown as words.
 */
import type { Person } from "../api/wire";
import { find, people } from "../town";
import { read, say } from "../words";

/** The id under which the user's own hand is written down. */
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

/** What friends call somebody. */
export function calledOf(id: string): string {
  if (id === OUTSIDE) return say("names.outside");
  return read(personOf(id)?.called) || nameOf(id);
}

/** Several names as one list, as the language joins them. */
export function namesOf(ids: readonly string[]): string {
  return ids.map(calledOf).join(say("names.and"));
}

/** What a place or thing is called; what is no address of the town is read as it is. */
export function placeName(address: string | null | undefined): string {
  if (!address) return "";
  const found = find(address);
  if (!found) return address;
  return read(found.thing?.name ?? found.room?.name ?? found.sector.name);
}

/** A place with what it is part of: "Hobbs Cafe, kitchen". */
export function wholePlaceName(address: string | null | undefined): string {
  const found = find(address);
  if (!found) return address ?? "";
  const part = found.thing ?? found.room;
  const [whole, inner] = [read(found.sector.name), read(part?.name)];
  return inner && inner !== whole ? `${whole}${say("names.comma")}${inner}` : whole;
}
