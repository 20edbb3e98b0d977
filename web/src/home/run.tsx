/**
 * A run in the list: its town and story, its progress, its state, and the available actions.
 *
 * Knows an entry of the server's list. Invariant: deleting asks for the run's name first.
 */
import { useState } from "preact/hooks";
import { showNote } from "../acts/acting";
import { Dialog } from "../acts/dialog";
import { Field } from "../acts/field";
import { nameForFork, showError } from "../acts/send";
import { continueRun, deleteRun, forkRun, restRun } from "../api/acts";
import type { RunEntry } from "../api/panels";
import { Icon } from "../panels/icon";
import { clockAt, dayNumber } from "../panels/when";
import { go } from "../route";
import { locale, read, say, sayKind, sayLanguage } from "../words";
import { openForm } from "./form";
import { RunPicture } from "./map";

function pathOf(name: string): string {
  return `run/${encodeURIComponent(name)}`;
}

function sizeOf(bytes: number): string {
  return new Intl.NumberFormat(locale.value, { maximumFractionDigits: 1 }).format(bytes / 1e6);
}

function Delete({
  entry,
  onClose,
  onChange,
}: {
  entry: RunEntry;
  onClose: () => void;
  onChange: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const remove = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await deleteRun(entry.name);
      showNote(say("delete.done", { name: entry.name }));
      onClose();
      onChange();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={say("delete.title", { name: entry.name })} onClose={onClose}>
      <form class="form" onSubmit={remove}>
        <p>{say("delete.about")}</p>
        <Field
          name="delete-name"
          label={say("delete.label", { name: entry.name })}
          value={typed}
          onType={setTyped}
        />
        <button
          type="submit"
          class="act danger"
          id="delete-do"
          disabled={busy || typed.trim() !== entry.name}
        >
          {say("delete.do")}
        </button>
      </form>
    </Dialog>
  );
}

function ForkDialog({
  entry,
  onClose,
  onChange,
}: {
  entry: RunEntry;
  onClose: () => void;
  onChange: () => void;
}) {
  const tick = entry.fork_at ?? entry.end;
  const [name, setName] = useState(nameForFork(entry.name, tick, entry));
  const [busy, setBusy] = useState(false);
  const fork = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await forkRun(entry.name, tick, name.trim());
      showNote(say("fork.done", { name: made.name }));
      onClose();
      onChange();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={say("fork.title")} onClose={onClose}>
      <form class="form" onSubmit={fork}>
        <p>{say("fork.about.end")}</p>
        {entry.fork_at !== null && <p data-older>{say("fork.older")}</p>}
        <Field name="fork-name" label={say("fork.label")} value={name} onType={setName} required most={100} />
        <button type="submit" class="act primary" id="fork-do" disabled={busy || !name.trim()}>
          {say("fork.only")}
        </button>
      </form>
    </Dialog>
  );
}

/** The buttons that change the run. */
function Changes({ entry, onChange }: { entry: RunEntry; onChange: () => void }) {
  const [open, setOpen] = useState<"fork" | "delete" | null>(null);
  const [busy, setBusy] = useState(false);
  const lives = entry.state === "living";
  const live = async () => {
    if (!lives && entry.fork_at !== null) return setOpen("fork");
    setBusy(true);
    try {
      await (lives ? restRun(entry.name) : continueRun(entry.name));
      if (lives) onChange();
      else go(pathOf(entry.name));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  const close = () => setOpen(null);
  return (
    <>
      {entry.state !== "elsewhere" && (
        <button
          type="button"
          class="act"
          data-do={lives ? "rest" : "continue"}
          disabled={busy}
          onClick={live}
        >
          <Icon name={lives ? "rest" : "play"} />
          {say(lives ? "lived.rest" : "lived.continue")}
        </button>
      )}
      <button type="button" class="act" data-do="fork" onClick={() => setOpen("fork")}>
        <Icon name="fork" />
        {say("fork.short")}
      </button>
      <button
        type="button"
        class="act"
        data-do="delete"
        aria-label={say("delete.title", { name: entry.name })}
        title={say("delete.title", { name: entry.name })}
        disabled={entry.state !== "resting"}
        onClick={() => setOpen("delete")}
      >
        <Icon name="trash" />
        {say("delete.short")}
      </button>
      {open === "fork" && <ForkDialog entry={entry} onClose={close} onChange={onChange} />}
      {open === "delete" && <Delete entry={entry} onClose={close} onChange={onChange} />}
    </>
  );
}

export function RunCard(props: { entry: RunEntry; mayAct: boolean; onChange: () => void }) {
  const { entry } = props;
  const watch = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(pathOf(entry.name));
  };
  const time = clockAt(entry.end, entry);
  return (
    <li class="run-card" data-run={entry.name} data-state={entry.state}>
      <a class="run-open" href={pathOf(entry.name)} onClick={watch}>
        <RunPicture entry={entry} />
        <span class="run-words">
          <strong>{entry.name}</strong>
          <span class={`chip ${entry.state}`}>{sayKind("lived.state", entry.state)}</span>
          <span class="soft">
            {read(entry.town_name) || entry.town} · {say("people.count", { n: entry.people })} ·{" "}
            {sayLanguage(entry.language)}
          </span>
          <span>{say("home.reached", { n: dayNumber(entry.end, entry), time })}</span>
          <span class="soft small">
            {entry.parent && `${say("home.forked", { name: entry.parent.run })} · `}
            {say("home.size", { size: sizeOf(entry.bytes) })} · {say("home.seed", { seed: entry.seed })}
          </span>
        </span>
      </a>
      <div class="acts wrap">
        <a class="act primary" data-do="watch" href={pathOf(entry.name)} onClick={watch}>
          <Icon name="eye" />
          {say("home.watch")}
        </a>
        {props.mayAct && <Changes entry={entry} onChange={props.onChange} />}
        <button
          type="button"
          class="act"
          data-do="compare"
          title={say("compare.title")}
          onClick={() => (openForm.value = { is: "compare", run: entry.name })}
        >
          <Icon name="compare" />
          {say("compare.short")}
        </button>
      </div>
    </li>
  );
}
