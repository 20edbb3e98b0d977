/**
 * The height of the panel on a narrow screen: low (the map is visible), half, or full.
 *
 * Knows pointers and heights. It has no effect on a wide screen. Invariant: after a drag it snaps to the nearest of
 * the three.
 */
import { signal } from "@preact/signals";

export type Height = "low" | "half" | "full";
const SHARES: Record<Height, number> = { low: 0.19, half: 0.46, full: 0.94 };

export const height = signal<Height>("half");
/** The height in pixels while a finger drags the panel. */
export const dragged = signal<number | null>(null);

export function isNarrow(): boolean {
  return matchMedia("(max-width: 760px)").matches;
}

function nearest(share: number): Height {
  const distance = (one: Height) => Math.abs(SHARES[one] - share);
  return (Object.keys(SHARES) as Height[]).reduce((best, one) =>
    distance(one) < distance(best) ? one : best,
  );
}

/** Follows a pointer that pressed the handle. A tap without a drag goes one step. */
export function drag(event: PointerEvent): void {
  const handle = event.currentTarget as HTMLElement;
  const start = { y: event.clientY, share: SHARES[height.value] };
  handle.setPointerCapture(event.pointerId);
  const move = (next: PointerEvent) => {
    dragged.value = Math.max(80, start.share * innerHeight + start.y - next.clientY);
  };
  const end = (last: PointerEvent) => {
    handle.removeEventListener("pointermove", move);
    handle.removeEventListener("pointerup", end);
    handle.removeEventListener("pointercancel", end);
    const share = start.share + (start.y - last.clientY) / innerHeight;
    if (Math.abs(last.clientY - start.y) < 6) step();
    else height.value = nearest(share);
    dragged.value = null;
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", end);
  handle.addEventListener("pointercancel", end);
}

/** One step up, and from the top down again. */
export function step(): void {
  const next: Record<Height, Height> = { low: "half", half: "full", full: "low" };
  height.value = next[height.value];
}
