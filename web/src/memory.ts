/**
 * What this browser remembers between visits: language, theme, how roofs are shown.
 *
 * Knows no meanings. Invariant: never throws, for a browser that forbids storage only forgets.
 */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`milkwood.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`milkwood.${key}`, value);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
