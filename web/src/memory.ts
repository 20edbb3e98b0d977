/**
 * Settings stored in this browser: language, theme, roofs; and for one tab, what a reload must not lose.
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

export function keptForTab(key: string): string | null {
  try {
    return sessionStorage.getItem(`milkwood.${key}`);
  } catch {
    return null;
  }
}

export function keepForTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`milkwood.${key}`);
    else sessionStorage.setItem(`milkwood.${key}`, value);
  } catch {
    // Without storage a reload loses it.
  }
}
