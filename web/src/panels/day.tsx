/**
 * A person's usual day: a band of twenty-four hours and a list, with the displayed hour marked.
 *
 * Knows deeds and addresses. Invariant: the band and the list show the same.
 */
import type { Deed, Person } from "../api/wire";
import { run } from "../run/now";
import { between, DAY, minutesOf, usuallyAt } from "../time/hours";
import { minute, setMinute } from "../time/moment";
import { choosePlace, find, glance, homeOf } from "../town";
import { read } from "../words";

type Where = "home" | "work" | "out";

function whereabouts(person: Person, deed: Deed): Where {
  const sector = find(deed.where)?.sector.id;
  if (!sector || sector === homeOf(person)?.id) return "home";
  return sector === find(person.work?.at)?.sector.id ? "work" : "out";
}

/** Start and length in minutes. A span past midnight gives two. */
function spans(from: number, to: number): [number, number][] {
  if (from <= to) return [[from, to - from]];
  return [
    [from, DAY - from],
    [0, to],
  ];
}

function Band({ person }: { person: Person }) {
  const parts = person.day.flatMap((deed) =>
    spans(minutesOf(deed.start) ?? 0, minutesOf(deed.end) ?? 0).map((span) => ({
      span,
      is: whereabouts(person, deed) as string,
    })),
  );
  const night = spans(minutesOf(person.sleep) ?? 0, minutesOf(person.wake) ?? 0).map((span) => ({
    span,
    is: "asleep",
  }));
  const percent = (minutes: number) => `${(minutes / DAY) * 100}%`;
  return (
    <div class="band" aria-hidden="true">
      {[...night, ...parts].map(({ span: [from, length], is }) => (
        <i key={`${is}${from}`} data-is={is} style={{ left: percent(from), width: percent(length) }} />
      ))}
      <b style={{ left: percent(minute.value) }} />
      {[0, 6, 12, 18, 24].map((hour) => (
        <small key={hour} style={{ left: percent(hour * 60) }}>
          {hour}
        </small>
      ))}
    </div>
  );
}

function Part({ person, deed, now }: { person: Person; deed: Deed; now: boolean }) {
  const found = find(deed.where);
  const go = () => {
    // In a run the hour is the run's. Without one the viewer sets it.
    if (!run.value) setMinute(minutesOf(deed.start) ?? 0);
    if (!found) return;
    choosePlace(found.sector.id);
    glance();
  };
  return (
    <li data-is={whereabouts(person, deed)} aria-current={now ? "time" : undefined}>
      <time>{deed.start}</time>
      <span>
        {read(deed.what)}
        {found && (
          <button type="button" class="link" onClick={go}>
            {read(found.sector.name)}
          </button>
        )}
      </span>
    </li>
  );
}

export function Day({ person }: { person: Person }) {
  const doing = usuallyAt(person, minute.value);
  return (
    <>
      <Band person={person} />
      <ol class="deeds">
        {person.day.map((deed) => (
          <Part
            key={deed.start}
            person={person}
            deed={deed}
            now={
              doing.is === "deed" &&
              between(minutesOf(deed.start) ?? 0, minutesOf(deed.end) ?? 0, minute.value)
            }
          />
        ))}
      </ol>
    </>
  );
}
