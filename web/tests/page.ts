/** Stand-ins for a browser page: enough to import modules that use it when they are loaded. */
import { vi } from "vitest";

export function standInForPage(language = "en-GB"): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("location", { search: "", pathname: "/", href: "http://town.test/" });
  vi.stubGlobal("navigator", { languages: [language] });
  vi.stubGlobal("document", {
    baseURI: "http://town.test/",
    documentElement: { dataset: {}, lang: "" },
    getElementById: () => null,
    hidden: false,
  });
  vi.stubGlobal("window", { addEventListener: () => {} });
}
