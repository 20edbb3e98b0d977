/**
 * Keyboard control of time: space plays and pauses, a full stop steps, digits set the speed, n goes to the next talk,
 * l to live.
 *
 * Knows keys and the playback. Invariant: never takes a key from a field or a button that uses it, or from a
 * message that is being written.
 */
import { SPEEDS } from "../run/clock";
import { playing, run } from "../run/now";
import { goLive, setPlaying, setSpeed, step } from "../run/playback";
import { isTyped } from "../typing";

/** A focused button handles the space bar itself. */
const PRESSED = "button, a, summary, [role=tab], [role=option]";

function press(event: KeyboardEvent, next: () => void): boolean {
  const { key } = event;
  const on = event.target instanceof HTMLElement ? event.target : null;
  if (isTyped(event)) return false;
  if (key === " " && !on?.closest(PRESSED)) setPlaying(!playing.peek());
  else if (key === ".") step();
  else if (key === "n") next();
  else if (key === "l") goLive();
  else if (/^[1-9]$/.test(key) && Number(key) <= SPEEDS.length) setSpeed(Number(key));
  else return false;
  return true;
}

/** Listens until the returned function is called. */
export function listenForTime(next: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !run.peek()) return;
    if (press(event, next)) event.preventDefault();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}
