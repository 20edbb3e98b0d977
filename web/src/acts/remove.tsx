/** The confirmation before a person is removed from the town for good. */
import { useState } from "preact/hooks";
import { nameOf } from "../panels/names";
import { say } from "../words";
import { acting } from "./acting";
import { Dialog } from "./dialog";
import { send } from "./send";

export function Remove({ person }: { person: string }) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    if (await send({ kind: "remove", person })) acting.end();
    setBusy(false);
  };
  return (
    <Dialog title={say("remove.title", { name: nameOf(person) })} onClose={acting.end}>
      <p>{say("remove.about", { name: nameOf(person) })}</p>
      <div class="acts">
        <button type="button" class="act" onClick={acting.end}>
          {say("dialog.cancel")}
        </button>
        <button type="button" class="act danger" id="remove-do" disabled={busy} onClick={go}>
          {say("remove.do")}
        </button>
      </div>
    </Dialog>
  );
}
