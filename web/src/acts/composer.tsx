/** A field to write a few words in and send them; Enter sends, Shift and Enter begins a new line. */
import { useState } from "preact/hooks";
import { Icon } from "../panels/icon";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly button: string;
  readonly busy?: boolean;
  /** Whether it was done; what was not is kept in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
}

export function Composer({ name, label, button, busy = false, onSend }: Props) {
  const [text, setText] = useState("");
  const go = async () => {
    const said = text.trim();
    if (!said || busy) return;
    setText("");
    if (!(await onSend(said))) setText((now) => now || said);
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <textarea
        id={`${name}-text`}
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={600}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // While a word is being composed, as in Chinese, Enter belongs to the keyboard.
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          go();
        }}
      />
      <button
        type="submit"
        class="act primary square"
        id={`${name}-send`}
        aria-label={button}
        disabled={busy || !text.trim()}
      >
        <Icon name="send" />
      </button>
    </form>
  );
}
