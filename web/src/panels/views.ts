/**
 * The open view of the panel: a tab, and in the last tab one of its rooms.
 *
 * Knows their names only. Invariant: opening a view clears the selection, so that the view is visible.
 */
import { computed, signal } from "@preact/signals";
import { chooseNothing } from "../town";
import * as sheet from "./sheet";

export const TABS = ["feed", "people", "places", "talks", "more"] as const;
export type Tab = (typeof TABS)[number];
export const VIEWS = ["ties", "news", "things", "machine", "stories", "run", "export"] as const;
export type View = (typeof VIEWS)[number];

export const tab = signal<Tab>("feed");
/** The open room of the last tab; null for the list of rooms. */
export const view = signal<View | null>(null);
/** Whether the view needs more width than a list. */
export const isWide = computed(
  () => tab.value === "more" && (view.value === "ties" || view.value === "machine"),
);

export function pick(next: Tab): void {
  tab.value = next;
  view.value = null;
  if (sheet.height.value === "low") sheet.height.value = "half";
}

export function openView(next: View): void {
  chooseNothing();
  tab.value = "more";
  view.value = next;
  if (sheet.isNarrow()) sheet.height.value = "full";
}
