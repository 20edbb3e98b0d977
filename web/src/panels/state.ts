/** The states of things in words. Knows no things. */
import { say } from "../words";

/** The state of a thing in words. A thing that is not in use says so in the page's language. */
export function sayState(state: string | undefined): string {
  return !state || state === "idle" ? say("thing.idle") : state;
}
