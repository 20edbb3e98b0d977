/**
 * The language of the page: interface words from the JSON files in this folder, content words from the town.
 *
 * Knows no meanings. Invariant: reading a word inside a component subscribes it, so a language switch renders it
 * again.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Words } from "../api/wire";
import { recall, remember } from "../memory";
import en from "./en.json";
import zh from "./zh.json";

export type Key = keyof typeof en;
const BOOKS: Record<string, Record<Key, string>> = { en, zh };

/** The languages the interface speaks. */
export const LANGUAGES = Object.keys(BOOKS);

export const language = signal(preferred());

/** What Intl and the `lang` attribute call it. */
export const locale = computed(() => (language.value === "zh" ? "zh-CN" : "en-GB"));

function known(code: string | null | undefined): string | undefined {
  const short = code?.toLowerCase().split("-")[0];
  return short && short in BOOKS ? short : undefined;
}

function preferred(): string {
  const asked = new URLSearchParams(location.search).get("lang");
  const spoken = navigator.languages?.map(known).find(Boolean);
  return known(asked) ?? known(recall("language")) ?? spoken ?? "en";
}

/** Whether the user has chosen a language, by address or by an earlier switch. */
export function hasChosen(): boolean {
  return Boolean(known(new URLSearchParams(location.search).get("lang")) ?? known(recall("language")));
}

/** Speaks another language from now on; a choice made by hand is remembered. */
export function speak(code: string, byHand = true): void {
  const next = known(code);
  if (!next) return;
  language.value = next;
  if (byHand) remember("language", next);
}

/** The plural form of `one|many` for the number `n`. */
function formFor(text: string, n: string | number | undefined): string {
  if (typeof n !== "number" || !text.includes("|")) return text;
  const [one = text, many = one] = text.split("|");
  return new Intl.PluralRules(locale.value).select(n) === "one" ? one : many;
}

/** An interface word with `{name}` filled in; of `one|many` the form for `n`. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const text = formFor(BOOKS[language.value]?.[key] ?? en[key], values.n);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** An interface word that may not exist, such as the name of a kind that a pack defines. */
export function sayKind(group: string, kind: string): string {
  const key = `${group}.${kind}`;
  return key in en ? say(key as Key) : kind.replaceAll("_", " ");
}

/** A text of the town in the page's language, or in the first language it has. */
export function read(words: Words | undefined): string {
  if (!words) return "";
  return words[language.value] || Object.values(words)[0] || "";
}

effect(() => {
  document.documentElement.lang = locale.value;
});
