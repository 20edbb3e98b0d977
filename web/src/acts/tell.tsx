/** Telling a person something as a named visitor, or whispering it as their own thought. */
import { signal } from "@preact/signals";
import { recall, remember } from "../memory";
import { calledOf } from "../panels/names";
import { say } from "../words";
import { Composer } from "./composer";
import { send } from "./send";

/** The user's name as a visitor; kept between visits. */
export const visitor = signal(recall("visitor") ?? "");

export function setVisitor(name: string): void {
  visitor.value = name;
  remember("visitor", name);
}

export function TellBox({ person, way }: { person: string; way: "tell" | "whisper" }) {
  const name = calledOf(person);
  const go = async (text: string) => {
    const from = visitor.value.trim() || say("tell.nobody");
    const what =
      way === "tell"
        ? ({ kind: "tell", person, name: from, text } as const)
        : ({ kind: "whisper", person, text } as const);
    return (await send(what)) !== null;
  };
  return (
    <div class="speak-box">
      <p class="soft small">{say(`speak.${way}.about`, { name })}</p>
      {way === "tell" && (
        <label class="visitor">
          <span>{say("tell.name")}</span>
          <input
            id="tell-name"
            value={visitor.value}
            maxLength={60}
            autocomplete="off"
            placeholder={say("tell.nobody")}
            onInput={(event) => setVisitor(event.currentTarget.value)}
          />
        </label>
      )}
      <Composer
        name={way}
        label={say(`${way}.label`, { name })}
        button={say(`speak.${way}`)}
        focused
        onSend={go}
      />
    </div>
  );
}
