/**
 * The legend of the timeline's marks. Each kind can be hidden.
 *
 * Knows the kinds of marks. Invariant: legend and timeline use the same colours.
 */
import { say } from "../words";
import { COLOURS, KINDS, leftOut, turn } from "./marks";

export function Legend() {
  return (
    <fieldset class="legend">
      <legend class="unseen">{say("time.marks")}</legend>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          data-mark={kind}
          aria-pressed={!leftOut.value.has(kind)}
          title={say(leftOut.value.has(kind) ? "time.marks.show" : "time.marks.hide")}
          onClick={() => turn(kind)}
        >
          <i style={{ background: COLOURS[kind] }} />
          {say(`time.mark.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}
