/** The states of things in words. Knows no things. */
import { say } from "../words";

/** The state of a thing as people read it; things that nobody uses say so in the page's words. */
export function sayState(state: string | undefined): string {
  return !state || state === "idle" ? say("thing.idle") : state;
}
