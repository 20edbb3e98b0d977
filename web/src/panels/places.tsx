/** The places of the town: those open to all first, then where people live. */
import type { Sector } from "../api/wire";
import { isOpen } from "../time/hours";
import { clock, minute } from "../time/moment";
import { choosePlace, glance, homeOf, town } from "../town";
import { read, say, sayKind } from "../words";
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

export function kindSign(kind: string): string {
  return KIND_SIGNS[kind] ?? "🏠";
}

export function Hours({ sector }: { sector: Sector }) {
  if (!sector.opens) return null;
  const open = isOpen(sector.opens, minute.value);
  return (
    <span class="hours" data-open={open}>
      {say(open ? "place.open" : "place.closed", { time: clock.value })}
    </span>
  );
}

function Row({ sector }: { sector: Sector }) {
  const dwellers = (town.value?.people ?? []).filter((person) => homeOf(person)?.id === sector.id);
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
          {dwellers.slice(0, 5).map((person) => (
            <Portrait key={person.id} person={person} size={24} />
          ))}
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
