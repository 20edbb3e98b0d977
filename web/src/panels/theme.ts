/**
 * Light theme, dark theme, or as the system.
 *
 * Knows the root element only. Invariant: a theme that the user chose is remembered and overrides the system's.
 */
import { effect, signal } from "@preact/signals";
import { recall, remember } from "../memory";

export type Theme = "auto" | "light" | "dark";
const ORDER: readonly Theme[] = ["auto", "light", "dark"];

function remembered(): Theme {
  const found = recall("theme");
  return ORDER.find((theme) => theme === found) ?? "auto";
}

export const theme = signal<Theme>(remembered());

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? "auto";
  remember("theme", theme.value);
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
