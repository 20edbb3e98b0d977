/**
 * The people of the town with their activity at the displayed moment; without a run, with their usual activity at
 * that hour.
 */
import type { Person } from "../api/wire";
import { peopleNow, run } from "../run/now";
import { type Doing, usuallyAt } from "../time/hours";
import { clock, minute } from "../time/moment";
import { find, people } from "../town";
import { read, say } from "../words";
import { calmTick } from "./answer";
import { meet } from "./link";
import { sayNow } from "./person/now";
import { Portrait } from "./portrait";

export function sayDoing(doing: Doing): string {
  if (doing.is === "deed") return read(doing.deed.what);
  return say(doing.is === "asleep" ? "people.sleeping" : "people.free");
}

function Under({ person }: { person: Person }) {
  if (!run.value) return <span class="usual">{sayDoing(usuallyAt(person, minute.value))}</span>;
  const { emoji, words } = sayNow(person.id);
  const place = read(find(peopleNow.value.get(person.id)?.deed?.place)?.sector.name);
  return (
    <>
      <span class="usual">
        <span class="emoji" aria-hidden="true">
          {emoji}
        </span>{" "}
        {words}
      </span>
      <span class="soft">{place || (person.work ? read(person.work.title) : "")}</span>
    </>
  );
}

function Row({ person }: { person: Person }) {
  return (
    <li>
      <button type="button" class="row" data-person={person.id} onClick={() => meet(person.id)}>
        <Portrait person={person} size={48} />
        <span class="row-text">
          <strong>{read(person.name)}</strong>
          {!run.value && (
            <span class="soft">
              {person.work ? read(person.work.title) : say("person.age", { n: person.age })}
            </span>
          )}
          <Under person={person} />
        </span>
      </button>
    </li>
  );
}

/** The people in town, and how many are awake. Rendered again at a limited rate. */
export function People() {
  void calmTick.value;
  const all = [...people.value.values()];
  const shown = run.value ? all.filter(({ id }) => peopleNow.peek().get(id)?.tile !== null) : all;
  const awake = shown.filter(({ id }) => !peopleNow.peek().get(id)?.asleep).length;
  return (
    <>
      <p class="list-note">
        <span>{say("people.count", { n: shown.length })}</span>
        <span>
          {run.value ? say("people.awake", { n: awake }) : say("people.usual", { time: clock.value })}
        </span>
      </p>
      <ul class="list">
        {shown.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
    </>
  );
}
