/** Chooses the run that another one is compared with. A fork and its original are suggested first. */
import { useState } from "preact/hooks";
import { Dialog } from "../acts/dialog";
import { Choose } from "../acts/field";
import type { RunEntry } from "../api/panels";
import { Icon } from "../panels/icon";
import { Empty } from "../panels/trouble";
import { openComparison } from "../route";
import { say } from "../words";
import { openForm } from "./form";

/** The original is on the left, its fork on the right. */
function inOrder(run: RunEntry, other: RunEntry): [string, string] {
  return run.parent?.run === other.name ? [other.name, run.name] : [run.name, other.name];
}

export function Compare({ run, runs }: { run: string; runs: readonly RunEntry[] }) {
  const mine = runs.find(({ name }) => name === run);
  const others = runs.filter(({ name, town }) => name !== run && town === mine?.town);
  const kin = others.find(({ parent, name }) => parent?.run === run || mine?.parent?.run === name);
  const [chosen, setChosen] = useState((kin ?? others[0])?.name ?? "");
  const other = others.find(({ name }) => name === chosen);
  const compare = (event: Event) => {
    event.preventDefault();
    if (!mine || !other) return;
    openForm.value = null;
    openComparison(...inOrder(mine, other));
  };
  return (
    <Dialog title={say("compare.title")} onClose={() => (openForm.value = null)}>
      {others.length === 0 || !mine ? (
        <Empty words={say("compare.none")} />
      ) : (
        <form class="form" onSubmit={compare}>
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
          <button type="submit" class="act primary" id="compare-do">
            <Icon name="compare" />
            {say("compare.short")}
          </button>
        </form>
      )}
    </Dialog>
  );
}
