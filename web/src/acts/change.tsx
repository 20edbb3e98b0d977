/** A form that changes the state of a thing, in plain words. */
import { useState } from "preact/hooks";
import { placeName } from "../panels/names";
import { mayAct } from "../run/now";
import { say } from "../words";
import { send } from "./send";

export function ChangeForm({ thing }: { thing: string }) {
  const [text, setText] = useState("");
  const [presses, setPresses] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!mayAct.value) return null;
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    // Unticked: the states of the thing's kind say whether it presses.
    if (await send({ kind: "change", thing, text: text.trim(), presses: presses || null })) setText("");
    setBusy(false);
  };
  return (
    <form class="form inline" onSubmit={go}>
      <label for="change">{say("change.label", { thing: placeName(thing) })}</label>
      <div class="ask-line">
        <input
          id="change"
          value={text}
          maxLength={200}
          autocomplete="off"
          placeholder={say("change.placeholder")}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="act primary" disabled={busy || !text.trim()}>
          {say("change.do")}
        </button>
      </div>
      <label class="tick">
        <input
          type="checkbox"
          checked={presses}
          onChange={(event) => setPresses(event.currentTarget.checked)}
        />
        {say("change.presses")}
      </label>
    </form>
  );
}
