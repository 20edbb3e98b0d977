/** Two runs side by side: how long they are identical, and where they differ. */
import { useState } from "preact/hooks";
import { Dialog } from "../acts/dialog";
import { Choose } from "../acts/field";
import { fetchTown } from "../api/fetch";
import type { Compared, RunEntry } from "../api/panels";
import { compareRuns } from "../api/reads";
import { Table } from "../machine/table";
import { useAnswer } from "../panels/answer";
import { OUTSIDE } from "../panels/names";
import { Empty, Loading, Trouble } from "../panels/trouble";
import { clockAt, dayNumber } from "../panels/when";
import { go } from "../route";
import { read, say, sayKind } from "../words";
import { openForm } from "./form";

/** The event kinds that are useful in a comparison. */
const EVENTS: ReadonlySet<string> = new Set(["said", "deed_began", "thing_changed"]);

/** The name of the person whose lives differ first. */
function useName(town: string, person: string | undefined): string {
  const kept = useAnswer(person ? town : null, () => fetchTown(town));
  if (!person) return "";
  if (person === OUTSIDE) return say("names.outside");
  return read(kept.data?.people.find(({ id }) => id === person)?.name) || person.replaceAll("_", " ");
}

/** The label of a count such as `talks`, `events: said`, `memories: insight`; null for counts that are not shown. */
export function sayCount(what: string): string | null {
  const [whole = "", part] = what.split(": ");
  if (whole === "ticks") return null;
  if (whole === "events" && part) return EVENTS.has(part) ? sayKind("compare.what", part) : null;
  const words = sayKind("compare.what", whole);
  return part ? `${words}${say("names.colon")}${sayKind("memory", part)}` : words;
}

function Told({ told, a, b }: { told: Compared; a: RunEntry; b: RunEntry }) {
  const at = (tick: number) => say("home.reached", { n: dayNumber(tick, a), time: clockAt(tick, a) });
  const { first } = told;
  const who = useName(a.town, first?.person);
  const see = (run: RunEntry) => () => {
    openForm.value = null;
    go(`run/${encodeURIComponent(run.name)}?tick=${first?.tick ?? 0}`);
  };
  return (
    <>
      <p>
        <strong>
          {first
            ? say("compare.same", { time: at(told.same_until) })
            : say("compare.all", { time: at(told.compared) })}
        </strong>
      </p>
      {first && (
        <div class="sides">
          {[a, b].map((run, index) => (
            <div key={run.name} class="side">
              <p class="soft small">{run.name}</p>
              <p>
                {who && <strong>{say("names.says", { name: who })}</strong>}
                {index === 0 ? first.a : first.b}
              </p>
              <button type="button" class="link" onClick={see(run)}>
                {say("compare.see")}
              </button>
            </div>
          ))}
        </div>
      )}
      {told.summary.length > 0 && (
        <Table
          heads={["", a.name, b.name]}
          rows={told.summary.flatMap((each) => {
            const words = sayCount(each.what);
            return words ? [[words, each.a, each.b]] : [];
          })}
        />
      )}
      {told.setup.length > 0 && (
        <ul class="plain small">
          {told.setup.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Asked({ a, b }: { a: RunEntry; b: RunEntry }) {
  const kept = useAnswer(`${a.name} ${b.name}`, () => compareRuns(a.name, b.name));
  if (!kept.data) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  return <Told told={kept.data} a={a} b={b} />;
}

export function Compare({ run, runs }: { run: string; runs: readonly RunEntry[] }) {
  const mine = runs.find(({ name }) => name === run);
  const others = runs.filter(({ name, town }) => name !== run && town === mine?.town);
  const kin = others.find(({ parent, name }) => parent?.run === run || mine?.parent?.run === name);
  const [chosen, setChosen] = useState((kin ?? others[0])?.name ?? "");
  const other = others.find(({ name }) => name === chosen);
  return (
    <Dialog title={say("compare.title")} onClose={() => (openForm.value = null)}>
      {others.length === 0 || !mine ? (
        <Empty words={say("compare.none")} />
      ) : (
        <div class="form">
          <Choose
            name="compare-with"
            label={say("compare.with", { name: run })}
            value={chosen}
            onChoose={setChosen}
          >
            {others.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Choose>
          {other && <Asked key={other.name} a={mine} b={other} />}
        </div>
      )}
    </Dialog>
  );
}
