/** The places of the town as form options, public places first. */
import { peopleNow } from "../run/now";
import { sectorAt, town } from "../town";
import { read, say } from "../words";

export function PlaceChoices({ homes = false }: { homes?: boolean }) {
  const places = town.value?.places ?? [];
  const hasBed = (sector: (typeof places)[number]) =>
    sector.rooms.some((room) => room.things.some((thing) => thing.kind === "bed"));
  const shown = homes ? places.filter(hasBed) : places;
  const groups = homes
    ? [{ label: "", of: shown }]
    : [
        { label: say("place.public"), of: shown.filter((sector) => sector.public) },
        { label: say("place.private"), of: shown.filter((sector) => !sector.public) },
      ];
  return (
    <>
      {groups.map(({ label, of }) =>
        label ? (
          <optgroup key={label} label={label}>
            {of.map((sector) => (
              <option key={sector.id} value={sector.id}>
                {read(sector.name)}
              </option>
            ))}
          </optgroup>
        ) : (
          of.map((sector) => (
            <option key={sector.id} value={sector.id}>
              {read(sector.name)}
            </option>
          ))
        ),
      )}
    </>
  );
}

/** The public place with the most people awake. */
export function busiestPlace(): string | undefined {
  const count = new Map<string, number>();
  for (const { tile, asleep } of peopleNow.peek().values()) {
    const place = tile && !asleep ? sectorAt(...tile) : undefined;
    if (place?.public) count.set(place.id, (count.get(place.id) ?? 0) + 1);
  }
  return [...count].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** The initial place of a form: the wanted one, or the first public one. */
export function firstPlace(wanted?: string): string {
  const places = town.value?.places ?? [];
  return (
    (places.find((sector) => sector.id === wanted) ?? places.find((sector) => sector.public) ?? places[0])
      ?.id ?? ""
  );
}
