/** Links to a person, a place or a moment. Knows their targets, not where they are used. */
import { seek } from "../run/playback";
import { choosePerson, choosePlace, chooseThing, find, glance } from "../town";
import { read, say } from "../words";
import { betweenNames, calledOf, nameOf, OUTSIDE, personOf, placeName } from "./names";
import { Portrait } from "./portrait";
import { stamp } from "./when";

export function meet(id: string): void {
  choosePerson(id);
  glance();
}

export function visit(address: string): void {
  if (find(address)?.thing) chooseThing(address);
  else choosePlace(address);
  glance();
}

export function PersonLink({ id, short = true }: { id: string; short?: boolean }) {
  const name = short ? calledOf(id) : nameOf(id);
  if (id === OUTSIDE || !personOf(id)) return <strong>{name}</strong>;
  return (
    <button type="button" class="link name" onClick={() => meet(id)}>
      {name}
    </button>
  );
}

/** Links to people in a list; of many, the first few and the number of the others. */
export function PeopleLinks({ ids, most = 3 }: { ids: readonly string[]; most?: number }) {
  const shown = ids.length > most + 1 ? ids.slice(0, most) : ids;
  const rest = ids.length - shown.length;
  return (
    <>
      {shown.map((id, index) => (
        <span key={id}>
          {betweenNames(index, rest ? shown.length + 1 : shown.length)}
          <PersonLink id={id} />
        </span>
      ))}
      {rest > 0 && say("names.more", { n: rest })}
    </>
  );
}

/** A small portrait that opens the person's card. */
export function Face({ id, size = 32 }: { id: string; size?: number }) {
  const person = personOf(id);
  if (!person) {
    return (
      <span class="face none" aria-hidden="true" style={{ width: `${size}px`, height: `${size}px` }}>
        {id === OUTSIDE ? "✋" : "👤"}
      </span>
    );
  }
  return (
    <button type="button" class="face" aria-label={read(person.name)} onClick={() => meet(id)}>
      <Portrait person={person} size={size} />
    </button>
  );
}

export function PlaceLink({ address, whole = false }: { address: string; whole?: boolean }) {
  const found = find(address);
  if (!found) return <span>{address}</span>;
  return (
    <span>
      <button type="button" class="link" onClick={() => visit(found.sector.id)}>
        {read(found.sector.name)}
      </button>
      {whole && found.room && <span class="soft"> · {read(found.room.name)}</span>}
    </span>
  );
}

export function ThingLink({ address }: { address: string }) {
  return (
    <button type="button" class="link" onClick={() => visit(address)}>
      {placeName(address)}
    </button>
  );
}

/** A moment of the run. A click goes there. */
export function Moment({ tick }: { tick: number | null }) {
  if (tick === null || tick < 0) return <time class="soft">{stamp(tick)}</time>;
  return (
    <button type="button" class="moment" title={say("when.go")} onClick={() => seek(tick)}>
      <time>{stamp(tick)}</time>
    </button>
  );
}
