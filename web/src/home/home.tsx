/**
 * The home page: runs to watch, continue, fork, compare or delete, and towns to start a new run in.
 *
 * Knows the server's lists. Invariant: a user with read-only access sees no button that would be refused.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ActsLayer } from "../acts/layer";
import { Refusal } from "../api/fetch";
import type { RunList } from "../api/panels";
import { readRuns } from "../api/reads";
import { Switches } from "../panels/switches";
import { Loading } from "../panels/trouble";
import { towns } from "../town";
import { say } from "../words";
import { Compare } from "./compare";
import { openForm } from "./form";
import { RunCard } from "./run";
import { Start } from "./start";
import { TownCard } from "./town";

const runs = signal<RunList | null>(null);
const failed = signal<Refusal | null>(null);

export async function refresh(): Promise<void> {
  try {
    runs.value = await readRuns();
    failed.value = null;
  } catch (error) {
    failed.value = error instanceof Refusal ? error : new Refusal(String(error), "");
  }
}

function Runs() {
  const known = runs.value;
  if (!known) {
    if (!failed.value) return <Loading />;
    return (
      <div class="trouble" role="alert">
        <p>
          {failed.value.what || say("failed.gone")}{" "}
          <span class="soft">{failed.value.remedy || say("failed.gone.remedy")}</span>
        </p>
        <button type="button" class="act small" onClick={refresh}>
          {say("failed.again")}
        </button>
      </div>
    );
  }
  if (!known.runs.length) return <p class="soft home-none">{say("home.none")}</p>;
  return (
    <ul class="run-cards">
      {known.runs.map((entry) => (
        <RunCard key={entry.name} entry={entry} mayAct={known.may_act} onChange={refresh} />
      ))}
    </ul>
  );
}

/** The form that is open over the page. */
function Form() {
  const now = openForm.value;
  const known = runs.value?.runs ?? [];
  if (now?.is === "start")
    return <Start key={now.town} town={now.town} taken={known.map(({ name }) => name)} />;
  if (now?.is === "compare") return <Compare run={now.run} runs={known} />;
  return null;
}

export function Home() {
  useEffect(() => {
    refresh();
    const timer = setInterval(() => !document.hidden && refresh(), 5000);
    return () => clearInterval(timer);
  }, []);
  const may = runs.value?.may_act ?? false;
  return (
    <div class="home-page">
      <header class="home-head">
        <img class="mark" src="./mark.svg" alt="" width="56" height="56" />
        <div>
          <h1>{say("brand")}</h1>
          <p class="soft">{say("home.about")}</p>
        </div>
        <span class="spring" />
        <Switches />
      </header>
      <main>
        <section aria-labelledby="home-runs">
          <h2 id="home-runs">{say("home.runs")}</h2>
          <Runs />
        </section>
        <section aria-labelledby="home-towns">
          <h2 id="home-towns">{say("home.towns")}</h2>
          <ul class="town-cards">
            {towns.value.map((entry) => (
              <TownCard key={entry.id} entry={entry} mayAct={may} />
            ))}
          </ul>
        </section>
        {runs.value && !may && <p class="soft">{say("acts.viewonly")}</p>}
      </main>
      <footer class="soft small">
        {say("brand")} {runs.value?.version} · <a href="./api/docs">{say("home.api")}</a>
      </footer>
      <Form />
      <ActsLayer />
    </div>
  );
}
