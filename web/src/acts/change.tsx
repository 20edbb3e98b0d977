/** A form that changes the state of a thing, in plain words. */
import { useState } from "preact/hooks";
import { placeName } from "../panels/names";
import { mayAct } from "../run/now";
import { say } from "../words";
import { send } from "./send";

export function ChangeForm({ thing }: { thing: string }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  if (!mayAct.value) return null;
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    if (await send({ kind: "change", thing, text: text.trim() })) setText("");
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
    </form>
  );
}
