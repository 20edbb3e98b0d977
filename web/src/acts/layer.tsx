/** The layer over the page for user actions: the open form, and the notes about results. */
import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../panels/icon";
import * as sheet from "../panels/sheet";
import { connection } from "../run/now";
import { say } from "../words";
import { acting, drop, notes, showNote } from "./acting";
import { Announce } from "./announce";
import { Arrive } from "./arrive";
import { Fork, Past } from "./past";
import { Remove } from "./remove";
import { WalkForm } from "./walk";

function Form() {
  const now = acting.now.value;
  switch (now?.is) {
    case "walk":
      return <WalkForm place={now.place} />;
    case "arrive":
      return <Arrive />;
    case "announce":
      return <Announce place={now.place} />;
    case "remove":
      return <Remove person={now.person} />;
    case "fork":
      return <Fork tick={now.tick} />;
    case "past":
      return <Past key={now.tick} tick={now.tick} act={now.act} />;
    default:
      return null;
  }
}

/** Notes are shown above everything, forms included. Each new note brings them to the top again. */
function Notes() {
  const box = useRef<HTMLDivElement>(null);
  const shown = notes.value;
  const last = shown.at(-1)?.id;
  useEffect(() => {
    if (box.current?.matches(":popover-open")) box.current.hidePopover();
    if (last !== undefined) box.current?.showPopover();
  }, [last]);
  return (
    <div class="notes" ref={box} popover="manual" role="status" aria-live="polite">
      {shown.map((note) => (
        <p key={note.id} class="note" data-trouble={note.trouble}>
          <span>
            {note.words} {note.remedy && <span class="soft">{note.remedy}</span>}
          </span>
          <button type="button" aria-label={say("dialog.close")} onClick={() => drop(note.id)}>
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}

/** A full-height panel hides the time bar, which would report the lost connection. So a note reports it. */
effect(() => {
  if (connection.value !== "lost" || !sheet.isNarrow() || sheet.height.peek() !== "full") return;
  untracked(() => showNote(say("failed.gone"), say("live.kept"), true));
});

export function ActsLayer() {
  return (
    <>
      <Form />
      <Notes />
    </>
  );
}
