/**
 * Keyboard control of the map: arrows move the map (or the avatar), plus and minus zoom, 0 fits, Escape clears the
 * selection.
 *
 * Knows keys and the camera. Invariant: never takes a key from a field, a list or a slider that uses it.
 */
import { avatarKeys, chooseNothing } from "../town";
import { isTyped } from "../typing";
import type { Scene } from "./scene";

const STEP = 0.12;
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const STEPS: Record<string, "u" | "d" | "l" | "r"> = {
  ArrowLeft: "l",
  ArrowRight: "r",
  ArrowUp: "u",
  ArrowDown: "d",
};

/** Elements with keys of their own. */
const FIELDS = "[role=tablist], [role=slider], [role=listbox]";
/**
 * In a panel, the focused element keeps the keys that scroll. A heading that only has the focus for screen readers
 * does not.
 */
const FOCUSABLE = "button, a, summary, [tabindex='0']";

function isWanted(event: KeyboardEvent): boolean {
  const { target } = event;
  if (isTyped(event)) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(FIELDS)) return true;
  return target.closest(".panel") !== null && target.matches(FOCUSABLE);
}

/** An open form handles Escape itself. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}

function press(event: KeyboardEvent, scene: Scene): boolean {
  const move = MOVES[event.key];
  const step = STEPS[event.key];
  if (step && avatarKeys.peek()) avatarKeys.peek()?.(step);
  else if (move) scene.camera.push(...move);
  else if (event.key === "+" || event.key === "=") scene.camera.zoomBy(1);
  else if (event.key === "-") scene.camera.zoomBy(-1);
  else if (event.key === "0") scene.camera.fit();
  else return false;
  return true;
}

/** Listens until the returned function is called. */
export function steer(scene: () => Scene | null): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !isInDialog(event.target)) chooseNothing();
    if (event.key === "/" && !isWanted(event)) {
      document.querySelector<HTMLInputElement>("#search")?.focus();
      event.preventDefault();
      return;
    }
    const shown = scene();
    if (shown && !isWanted(event) && press(event, shown)) event.preventDefault();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}
