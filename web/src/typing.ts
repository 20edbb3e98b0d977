/**
 * Whether a key press may be text: its element takes text, or a message is being written.
 *
 * Knows the elements of the page that are typed into. Invariant: while a composer is open, no letter is a shortcut,
 * even if a button has the focus.
 */

const FIELDS = "input, select, textarea, dialog, [contenteditable]";

export function isTyped(event: KeyboardEvent): boolean {
  const on = event.target instanceof Element ? event.target.closest(FIELDS) : null;
  return on !== null || (event.key.length === 1 && document.querySelector(".composer") !== null);
}
