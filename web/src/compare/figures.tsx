/**
 * The counts of two runs over the time that both have lived, their first difference, and how they were started.
 *
 * Knows the server's comparison. Invariant: both columns count the same ticks.
 */
import type { Compare } from "../api/wire.gen";
import { Table } from "../machine/table";
import { say, sayKind } from "../words";
import type { Sides } from "./told";

/** The event kinds that are useful in a comparison. */
const EVENTS: ReadonlySet<string> = new Set(["said", "deed_began", "thing_changed"]);

/** The label of a count such as `talks`, `events: said`, `memories: insight`; null for counts that are not shown. */
export function sayCount(what: string): string | null {
  const [whole = "", part] = what.split(": ");
  if (whole === "ticks") return null;
  if (whole === "events" && part) return EVENTS.has(part) ? sayKind("compare.what", part) : null;
  const words = sayKind("compare.what", whole);
  return part ? `${words}${say("names.colon")}${sayKind("memory", part)}` : words;
}

function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

function First({ told, sides: { a, b } }: { told: Compare; sides: Sides }) {
  const { first } = told;
  if (!first) return null;
  const who = first.person ? say("names.says", { name: a.called(first.person) }) : "";
  return (
    <div class="sides">
      {[
        { side: a, text: first.a },
        { side: b, text: first.b },
      ].map(({ side, text }) => (
        <div key={side.run.name} class="side">
          <p class="soft small">{side.run.name}</p>
          <p>
            {who && <strong>{who}</strong>}
            <span lang={side.run.language}>{text}</span>
          </p>
        </div>
      ))}
    </div>
  );
}

export function Figures({ told, sides, time }: { told: Compare; sides: Sides; time: string }) {
  const { a, b } = sides;
  return (
    <details class="figures">
      <summary>{say("compare.figures", { time })}</summary>
      <Table
        heads={[say("compare.count"), a.run.name, b.run.name, say("compare.difference")]}
        rows={told.summary.flatMap(({ what, a: mine, b: theirs }) => {
          const words = sayCount(what);
          return words ? [[words, mine, theirs, signed(theirs - mine)]] : [];
        })}
      />
      {told.first && <h3>{say("compare.first")}</h3>}
      <First told={told} sides={sides} />
      {told.setup.length > 0 && (
        <>
          <h3>{say("compare.setup")}</h3>
          <ul class="plain small">
            {told.setup.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
