/**
 * The form for a new run: story, language and name; under "more", seed, model, budget and abilities.
 *
 * Knows a town's scenarios. Invariant: every field has a default, so one click is enough.
 */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../acts/dialog";
import { Choose, Field } from "../acts/field";
import { showError } from "../acts/send";
import { type NewRun, PARTS, startRun } from "../api/acts";
import { fetchTown } from "../api/fetch";
import type { Town } from "../api/wire";
import type { Part } from "../api/wire.gen";
import { go } from "../route";
import { language, read, say, sayKind, sayLanguage } from "../words";
import { openForm } from "./form";

interface RunFields {
  readonly scenario: string;
  readonly language: string;
  readonly name: string;
  readonly seed: string;
  readonly model: string;
  readonly budget: string;
  readonly off: readonly Part[];
}

/** The request: only the fields that were filled in. */
function requestOf(town: string, fields: RunFields): NewRun {
  const { scenario, language: speech, name, seed, model, budget, off } = fields;
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

function Expert({ fields, set }: { fields: RunFields; set: (part: Partial<RunFields>) => void }) {
  return (
    <details class="expert">
      <summary>{say("start.more")}</summary>
      <Field
        name="start-seed"
        label={say("start.seed")}
        hint={say("start.seed.hint")}
        type="number"
        value={fields.seed}
        onType={(seed) => set({ seed })}
      />
      <Field
        name="start-model"
        label={say("start.model")}
        hint={say("start.model.hint")}
        value={fields.model}
        onType={(model) => set({ model })}
        most={200}
      />
      <Field
        name="start-budget"
        label={say("start.budget")}
        hint={say("start.budget.hint")}
        value={fields.budget}
        onType={(budget) => set({ budget })}
        most={40}
      />
      <Minds off={fields.off} set={(off) => set({ off })} />
    </details>
  );
}

function Story({
  shown,
  fields,
  set,
}: {
  shown: Town;
  fields: RunFields;
  set: (part: Partial<RunFields>) => void;
}) {
  const scenario = shown.scenarios.find(({ id }) => id === fields.scenario);
  return (
    <>
      <Choose
        name="start-scenario"
        label={say("start.scenario")}
        value={fields.scenario}
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
        value={fields.language}
        onChoose={(code) => set({ language: code })}
      >
        {shown.languages.map((code) => (
          <option key={code} value={code}>
            {sayLanguage(code)}
          </option>
        ))}
      </Choose>
    </>
  );
}

export function Start({ town, taken }: { town: string; taken: readonly string[] }) {
  const [shown, setShown] = useState<Town | null>(null);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<RunFields>({
    scenario: "",
    language: language.value,
    name: "",
    seed: "",
    model: "",
    budget: "",
    off: [],
  });
  const set = (part: Partial<RunFields>) => setFields((before) => ({ ...before, ...part }));
  const close = () => {
    openForm.value = null;
  };
  useEffect(() => {
    fetchTown(town).then((found) => {
      setShown(found);
      const speech = found.languages.includes(language.value) ? language.value : (found.languages[0] ?? "en");
      set({ scenario: found.scenario, language: speech });
    }, showError);
  }, [town]);
  const isTaken = taken.includes(fields.name.trim());
  const begin = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await startRun(requestOf(town, fields));
      close();
      go(`run/${encodeURIComponent(made.name)}`);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={say("start.title", { town: read(shown?.name) })} onClose={close}>
      <form class="form" onSubmit={begin}>
        {shown && <Story shown={shown} fields={fields} set={set} />}
        <Field
          name="start-name"
          label={say("start.name")}
          hint={say(isTaken ? "start.name.taken" : "start.name.hint")}
          value={fields.name}
          onType={(name) => set({ name })}
          most={100}
        />
        <Expert fields={fields} set={set} />
        <button type="submit" class="act primary" id="start-do" disabled={busy || isTaken || !shown}>
          {say(busy ? "start.busy" : "start.do")}
        </button>
      </form>
    </Dialog>
  );
}
