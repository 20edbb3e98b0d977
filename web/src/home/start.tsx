/**
 * The form for a new run: story, language and name; under "more", seed, model, budget and abilities.
 *
 * Knows a town's scenarios. Invariant: every field has a default, so one click is enough.
 */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../acts/dialog";
import { Choose, Field } from "../acts/field";
import { complain } from "../acts/send";
import { type NewRun, PARTS, startRun } from "../api/acts";
import { fetchTown } from "../api/fetch";
import type { Town } from "../api/wire";
import type { Part } from "../api/wire.gen";
import { go } from "../route";
import { language, read, say, sayKind } from "../words";
import { homely } from "./homely";

interface Wishes {
  readonly scenario: string;
  readonly language: string;
  readonly name: string;
  readonly seed: string;
  readonly model: string;
  readonly budget: string;
  readonly off: readonly Part[];
}

/** The request: only the fields that were filled in. */
function ordered(town: string, wishes: Wishes): NewRun {
  const { scenario, language: speech, name, seed, model, budget, off } = wishes;
  return {
    town,
    language: speech,
    ...(scenario && { scenario }),
    ...(name.trim() && { name: name.trim() }),
    ...(seed.trim() && { seed: Number(seed) }),
    ...(model.trim() && { model: model.trim() }),
    ...(budget.trim() && { budget: budget.trim() }),
    ...(off.length > 0 && { off }),
  };
}

function Minds({ off, set }: { off: readonly Part[]; set: (off: readonly Part[]) => void }) {
  return (
    <fieldset class="parts" aria-describedby="start-minds-hint">
      <legend>{say("start.minds")}</legend>
      {PARTS.map((part) => (
        <label key={part}>
          <input
            type="checkbox"
            id={`start-part-${part}`}
            checked={!off.includes(part)}
            onChange={(event) => {
              const rest = off.filter((each) => each !== part);
              set(event.currentTarget.checked ? rest : [...rest, part]);
            }}
          />
          {sayKind("minds", part)}
        </label>
      ))}
      <small id="start-minds-hint" class="soft">
        {say("start.minds.hint")}
      </small>
    </fieldset>
  );
}

function Expert({ wishes, set }: { wishes: Wishes; set: (part: Partial<Wishes>) => void }) {
  return (
    <details class="expert">
      <summary>{say("start.more")}</summary>
      <Field
        name="start-seed"
        label={say("start.seed")}
        hint={say("start.seed.hint")}
        type="number"
        value={wishes.seed}
        onType={(seed) => set({ seed })}
      />
      <Field
        name="start-model"
        label={say("start.model")}
        hint={say("start.model.hint")}
        value={wishes.model}
        onType={(model) => set({ model })}
        most={200}
      />
      <Field
        name="start-budget"
        label={say("start.budget")}
        hint={say("start.budget.hint")}
        value={wishes.budget}
        onType={(budget) => set({ budget })}
        most={40}
      />
      <Minds off={wishes.off} set={(off) => set({ off })} />
    </details>
  );
}

function Story({
  shown,
  wishes,
  set,
}: {
  shown: Town;
  wishes: Wishes;
  set: (part: Partial<Wishes>) => void;
}) {
  const scenario = shown.scenarios.find(({ id }) => id === wishes.scenario);
  return (
    <>
      <Choose
        name="start-scenario"
        label={say("start.scenario")}
        value={wishes.scenario}
        onChoose={(id) => set({ scenario: id })}
      >
        {shown.scenarios.map((each) => (
          <option key={each.id} value={each.id}>
            {read(each.name)}
          </option>
        ))}
      </Choose>
      {scenario && (
        <p class="soft small">
          {read(scenario.about)} {say("people.count", { n: scenario.cast.length })}
        </p>
      )}
      <Choose
        name="start-language"
        label={say("start.language")}
        value={wishes.language}
        onChoose={(code) => set({ language: code })}
      >
        {shown.languages.map((code) => (
          <option key={code} value={code}>
            {sayKind("lived.language", code)}
          </option>
        ))}
      </Choose>
    </>
  );
}

export function Start({ town, taken }: { town: string; taken: readonly string[] }) {
  const [shown, setShown] = useState<Town | null>(null);
  const [busy, setBusy] = useState(false);
  const [wishes, setWishes] = useState<Wishes>({
    scenario: "",
    language: language.value,
    name: "",
    seed: "",
    model: "",
    budget: "",
    off: [],
  });
  const set = (part: Partial<Wishes>) => setWishes((before) => ({ ...before, ...part }));
  const close = () => {
    homely.value = null;
  };
  useEffect(() => {
    fetchTown(town).then((found) => {
      setShown(found);
      const speech = found.languages.includes(language.value) ? language.value : (found.languages[0] ?? "en");
      set({ scenario: found.scenario, language: speech });
    }, complain);
  }, [town]);
  const isTaken = taken.includes(wishes.name.trim());
  const begin = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await startRun(ordered(town, wishes));
      close();
      go(`run/${encodeURIComponent(made.name)}`);
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={say("start.title", { town: read(shown?.name) })} onClose={close}>
      <form class="form" onSubmit={begin}>
        {shown && <Story shown={shown} wishes={wishes} set={set} />}
        <Field
          name="start-name"
          label={say("start.name")}
          hint={say(isTaken ? "start.name.taken" : "start.name.hint")}
          value={wishes.name}
          onType={(name) => set({ name })}
          most={100}
        />
        <Expert wishes={wishes} set={set} />
        <button type="submit" class="act primary" id="start-do" disabled={busy || isTaken || !shown}>
          {say(busy ? "start.busy" : "start.do")}
        </button>
      </form>
    </Dialog>
  );
}
