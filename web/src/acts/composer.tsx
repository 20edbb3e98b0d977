/** A text field with a send button. Enter sends; Shift+Enter starts a new line. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../panels/icon";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly button: string;
  readonly busy?: boolean;
  /** Whether it takes the focus when it opens. */
  readonly focused?: boolean;
  /** Returns whether it was sent. Text that was not sent stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
}

export function Composer({ name, label, button, busy = false, focused = false, onSend }: Props) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const go = async () => {
    const said = text.trim();
    if (!said || busy) return;
    setText("");
    field.current?.focus();
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
        ref={field}
        id={`${name}-text`}
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={600}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // While an input method composes a word, as in Chinese, Enter belongs to the input method.
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
