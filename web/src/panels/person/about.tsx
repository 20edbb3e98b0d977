/**
 * A person as the town's pack describes them: biography, home, work, usual day, way of talking.
 *
 * Knows the pack only. Invariant: shows nothing from the run.
 */
import type { Person, Tie } from "../../api/wire";
import { people } from "../../town";
import { read, say, sayKind } from "../../words";
import { Closeness } from "../closeness";
import { Day } from "../day";
import { Icon } from "../icon";
import { meet, PlaceLink } from "../link";
import { Portrait } from "../portrait";
import { Section } from "../section";

function Facts({ person }: { person: Person }) {
  return (
    <dl class="facts">
      {person.bed && (
        <>
          <dt>
            <Icon name="bed" />
            {say("person.home")}
          </dt>
          <dd>
            <PlaceLink address={person.bed} whole />
          </dd>
        </>
      )}
      {person.work && (
        <>
          <dt>
            <Icon name="work" />
            {say("person.work")}
          </dt>
          <dd>
            <PlaceLink address={person.work.at} />
            {person.work.hours && <span class="soft"> {person.work.hours.replace("-", "–")}</span>}
          </dd>
        </>
      )}
    </dl>
  );
}

function Friend({ tie }: { tie: Tie }) {
  const other = people.value.get(tie.person);
  if (!other) return null;
  return (
    <li>
      <button type="button" class="row" data-person={other.id} onClick={() => meet(other.id)}>
        <Portrait person={other} size={40} />
        <span class="row-text">
          <strong>
            {read(other.name)} <Closeness of={tie.closeness} />
          </strong>
          <span>{read(tie.tie)}</span>
          <span class="soft">{read(tie.feeling)}</span>
        </span>
      </button>
    </li>
  );
}

export function AboutTab({ person, whose, ties }: { person: Person; whose: string; ties: boolean }) {
  const concerns = person.concerns.map(read);
  const known = [...person.knows].sort((one, other) => other.closeness - one.closeness);
  const sleep = `${say("person.wakes", { time: person.wake })} · ${say("person.sleeps", { time: person.sleep })}`;
  return (
    <>
      <p class="biography">{read(person.biography)}</p>
      {(person.bed || person.work) && <Facts person={person} />}
      {ties && concerns.length > 0 && (
        <Section icon="thought" title={say("person.concerns", { whose })}>
          <ul class="plain">
            {concerns.map((concern) => (
              <li key={concern}>{concern}</li>
            ))}
          </ul>
        </Section>
      )}
      {person.day.length > 0 && (
        <Section icon="clock" title={say("person.day")} aside={sleep}>
          <Day person={person} />
        </Section>
      )}
      {ties && known.length > 0 && (
        <Section icon="heart" title={say("person.knows")}>
          <ul class="list tight">
            {known.map((tie) => (
              <Friend key={tie.person} tie={tie} />
            ))}
          </ul>
        </Section>
      )}
      {person.age === 0 && <p class="soft">{say("person.came.about")}</p>}
      {person.speech.style && (
        <Section icon="speech" title={say("person.speech")} aside={sayKind("style", person.speech.style)}>
          <p>{read(person.speech.note)}</p>
        </Section>
      )}
    </>
  );
}
