/**
 * Settings stored in this browser: language, theme, roofs.
 *
 * Knows no meanings. Invariant: never throws; without storage, settings are forgotten.
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
    // Private windows may refuse. The choice then lasts as long as the page.
  }
}
