/** A form that announces an event at a place and time. People hear of it and may come. */
import { useState } from "preact/hooks";
import { clockAt } from "../panels/when";
import { nowTick, run } from "../run/now";
import { say } from "../words";
import { acting } from "./acting";
import { Dialog } from "./dialog";
import { Choose, Field } from "./field";
import { firstPlace, PlaceChoices } from "./places";
import { send } from "./send";

/** One to two hours from now, on the full hour: soon, but with time for the news to spread. */
function soon(): string {
  const hour = 3600 / (run.value?.seconds_per_tick ?? 10);
  return `${clockAt(nowTick.value + 2 * hour).slice(0, 2)}:00`;
}

export function Announce({ place: wanted }: { place?: string | undefined }) {
  const [place, setPlace] = useState(firstPlace(wanted));
  const [time, setTime] = useState(soon());
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    if (await send({ kind: "announce", place, time, text: text.trim() })) acting.end();
    setBusy(false);
  };
  return (
    <Dialog title={say("announce.title")} onClose={acting.end}>
      <form class="form" onSubmit={go}>
        <p class="soft">{say("announce.about")}</p>
        <Field
          name="announce-text"
          label={say("announce.what")}
          placeholder={say("announce.placeholder")}
          value={text}
          onType={setText}
          rows={3}
          required
          most={600}
        />
        <div class="pair roomy">
          <Choose name="announce-place" label={say("announce.where")} value={place} onChoose={setPlace}>
            <PlaceChoices />
          </Choose>
          <Field
            name="announce-time"
            label={say("announce.when")}
            type="time"
            value={time}
            onType={setTime}
            required
          />
        </div>
        <button type="submit" class="act primary" id="announce-do" disabled={busy || !text.trim()}>
          {say("announce.do")}
        </button>
      </form>
    </Dialog>
  );
}
