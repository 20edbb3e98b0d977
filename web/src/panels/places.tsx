/** The places of the town: public places first, then homes. */
import type { Person, Sector } from "../api/wire";
import { peopleNow, run } from "../run/now";
import { isOpen } from "../time/hours";
import { minute } from "../time/moment";
import { choosePlace, glance, homeOf, people, town } from "../town";
import { read, say, sayKind } from "../words";
import { calmTick } from "./answer";
import { Portrait } from "./portrait";

export const KIND_SIGNS: Record<string, string> = {
  cafe: "☕️",
  pub: "🍺",
  college: "🎓",
  store: "🧰",
  market: "🥕",
  park: "🌳",
  dorm: "🛏️",
  coliving: "🎨",
  apartment: "🏢",
  house: "🏡",
  bakery: "🥖",
  inn: "🍲",
  lighthouse: "🗼",
  workshop: "🔨",
  quay: "⚓️",
  green: "🌿",
  tea_house: "🍵",
};

/** Whether a tile is inside a place. */
export function isIn(sector: Sector, [x, y]: readonly [number, number]): boolean {
  return sector.rectangles.some(
    ([left, top, width, height]) => x >= left && y >= top && x < left + width && y < top + height,
  );
}

export function kindSign(kind: string): string {
  return KIND_SIGNS[kind] ?? "🏠";
}

export function Hours({ sector }: { sector: Sector }) {
  if (!sector.opens) return null;
  const open = isOpen(sector.opens, minute.value);
  return (
    <span class="hours" data-open={open}>
      {say(open ? "place.open" : "place.closed", { time: sector.opens.split("-")[open ? 1 : 0] ?? "" })}
    </span>
  );
}

/** The portraits beside a place: people there now, or without a run its residents. */
function facesOf(sector: Sector): Person[] {
  void calmTick.value;
  const all = [...people.value.values()];
  if (!run.value) return all.filter((person) => homeOf(person)?.id === sector.id);
  return all.filter(({ id }) => {
    const tile = peopleNow.peek().get(id)?.tile;
    return tile ? isIn(sector, tile) : false;
  });
}

function Row({ sector }: { sector: Sector }) {
  const faces = facesOf(sector);
  const visit = () => {
    choosePlace(sector.id);
    glance();
  };
  return (
    <li>
      <button type="button" class="row" data-place={sector.id} onClick={visit}>
        <span class="place-sign" aria-hidden="true">
          {kindSign(sector.kind)}
        </span>
        <span class="row-text">
          <strong>{read(sector.name)}</strong>
          <span class="soft">
            {sayKind("kind", sector.kind)} <Hours sector={sector} />
          </span>
        </span>
        <span class="faces" aria-hidden="true">
          {faces.slice(0, 5).map((person) => (
            <Portrait key={person.id} person={person} size={24} />
          ))}
          {faces.length > 5 && <small class="soft">+{faces.length - 5}</small>}
        </span>
      </button>
    </li>
  );
}

export function Places() {
  const sectors = town.value?.places ?? [];
  const ordered = [...sectors].sort((one, other) => Number(other.public) - Number(one.public));
  return (
    <>
      <p class="list-note">
        <span>{say("places.count", { n: sectors.length })}</span>
      </p>
      <ul class="list">
        {ordered.map((sector) => (
          <Row key={sector.id} sector={sector} />
        ))}
      </ul>
    </>
  );
}
