/**
 * A form over the page. The browser's own dialog traps the focus and closes with Escape.
 *
 * Knows no forms. Invariant: opening focuses the first field; closing returns the focus to the
 * element that had it.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../panels/icon";
import { say } from "../words";

/** What takes the focus, in order of preference: the first field, or else the first button after the title. */
const FIRST = ["input, textarea, select", "header ~ * button"];

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    const fields = FIRST.map((wanted) => dialog?.querySelector<HTMLElement>(wanted));
    fields.find(Boolean)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === box.current) props.onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well.
    <dialog ref={box} class="dialog" aria-label={props.title} onCancel={props.onClose} onClick={outside}>
      <div class="dialog-in">
        <header>
          <h2>{props.title}</h2>
          <button
            type="button"
            class="switch square"
            aria-label={say("dialog.close")}
            onClick={props.onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
