/** The model that answers in this town, in the panel header. Opens the machine room. */
import { sayMind } from "../panels/person/mind";
import { openView } from "../panels/views";
import { say } from "../words";
import { machine } from "./watch";

/** The models that answered in a run, the most used first; empty before the first answer. */
export function mindName(): { name: string; isUnderstudy: boolean } | null {
  const told = machine.value;
  if (!told) return null;
  const models = told.mind.models.filter(({ what, answers }) => what === "model" && answers > 0);
  const busiest = [...models].sort((one, other) => other.answers - one.answers)[0];
  if (!busiest || told.spending_paused) return { name: say("mind.understudy"), isUnderstudy: true };
  return { name: sayMind(busiest.name), isUnderstudy: false };
}

export function MindSign() {
  const mind = mindName();
  if (!mind) return <span class="mind-sign" aria-hidden="true" />;
  return (
    <button
      type="button"
      class="mind-sign"
      id="mind"
      data-understudy={mind.isUnderstudy}
      title={say(mind.isUnderstudy ? "mind.understudy.hint" : "mind.hint")}
      onClick={() => openView("machine")}
    >
      {say("mind.sign", { name: mind.name })}
    </button>
  );
}
