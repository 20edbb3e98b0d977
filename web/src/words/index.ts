/**
 * The language of the page: interface words from the JSON files in this folder, content words from the town.
 *
 * Every `CODE.json` in this folder is a language of the page; `language.name` and `language.locale` in it are its own
 * name and its BCP 47 tag. Knows no meanings. Invariant: a word that a language does not have is shown in English;
 * reading a word inside a component subscribes it, so a language switch renders it again.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Words } from "../api/wire";
import { recall, remember } from "../memory";
import en from "./en.json";

export type Key = keyof typeof en;
type Catalogue = Readonly<Partial<Record<Key, string>>>;

const FILES = import.meta.glob<Catalogue>("./*.json", { eager: true, import: "default" });
const CATALOGUES: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  Object.entries(FILES).map(([path, words]) => [
    path.slice("./".length, -".json".length).toLowerCase(),
    words,
  ]),
);

/** The languages of the page: their codes and their own names. */
export const LANGUAGES: readonly { readonly code: string; readonly name: string }[] = Object.entries(
  CATALOGUES,
).map(([code, words]) => ({ code, name: words["language.name"] ?? code }));

export const language = signal(preferred());

/** The BCP 47 tag of a language, for Intl and `lang` attributes. */
export function localeOf(code: string): string {
  return CATALOGUES[code]?.["language.locale"] ?? code;
}

export const locale = computed(() => localeOf(language.value));

/** The code of the language of the page for a tag such as `zh-Hans-CN`, if there is one. */
function known(tag: string | null | undefined): string | undefined {
  const parts = tag?.toLowerCase().split("-") ?? [];
  const codes = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
  return codes.find((code) => Object.hasOwn(CATALOGUES, code));
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

/** Switches the language of the page. A choice of the user is remembered. */
export function setLanguage(code: string, byUser = true): void {
  const next = known(code);
  if (!next) return;
  language.value = next;
  if (byUser) remember("language", next);
}

/** The order in which a word lists its plural forms: those that the language has, separated by `|`. */
const PLURALS: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/** The plural form of a word for the number `n`; a missing form is the last one. */
function formFor(text: string, tag: string, n: string | number | undefined): string {
  if (typeof n !== "number" || !text.includes("|")) return text;
  const rules = new Intl.PluralRules(tag);
  const { pluralCategories: had } = rules.resolvedOptions();
  const forms = text.split("|");
  return forms[PLURALS.filter((each) => had.includes(each)).indexOf(rules.select(n))] ?? forms.at(-1) ?? text;
}

/** An interface word with `{name}` filled in, in the plural form for `n`. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const code = CATALOGUES[language.value]?.[key] === undefined ? "en" : language.value;
  const text = formFor(CATALOGUES[code]?.[key] ?? en[key], localeOf(code), values.n);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** An interface word that may not exist, such as the name of a kind that a pack defines. */
export function sayKind(group: string, kind: string): string {
  const key = `${group}.${kind}`;
  return key in en ? say(key as Key) : kind.replaceAll("_", " ");
}

/** The name of a language in the language of the page. */
export function sayLanguage(code: string): string {
  return new Intl.DisplayNames(locale.value, { type: "language" }).of(code) ?? code;
}

/** A text of the town in the page's language, or in the first language it has. */
export function read(words: Words | undefined): string {
  if (!words) return "";
  return words[language.value] || Object.values(words)[0] || "";
}

effect(() => {
  document.documentElement.lang = locale.value;
});
