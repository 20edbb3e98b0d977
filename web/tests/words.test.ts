import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import en from "../src/words/en.json";
import zh from "../src/words/zh.json";
import { standInForPage } from "./page";

type Words = Record<string, string>;

const FILES = import.meta.glob<Words>("../src/words/*.json", { eager: true, import: "default" });
const ENGLISH: Words = en;
const blanks = (text: string | undefined) =>
  [...new Set([...(text ?? "").matchAll(/\{(\w+)\}/g)].map((found) => found[1]))].sort();

describe.each(Object.entries(FILES))("the words in %s", (_, words) => {
  it("have keys of the English words, none of them empty", () => {
    expect(Object.keys(words).filter((key) => !(key in ENGLISH))).toEqual([]);
    expect(Object.entries(words).filter(([, text]) => !text.trim())).toEqual([]);
  });

  it("name their language and its locale", () => {
    expect(words["language.name"]).toBeTruthy();
    expect(Intl.getCanonicalLocales(words["language.locale"])).toEqual([words["language.locale"]]);
  });

  it("have the same placeholders as the English words", () => {
    for (const [key, text] of Object.entries(words))
      expect([key, blanks(text)]).toEqual([key, blanks(ENGLISH[key])]);
  });
});

describe("the Chinese words", () => {
  it("are complete", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("contain no English except names, commands, formats and tags", () => {
    const allowed = new Set([
      "brand",
      "language.locale",
      "failed.gone.remedy",
      "failed.map.remedy",
      "whose.they",
      "mind.understudy.remedy",
      "start.budget.hint",
      "home.size",
      "export.csv.about",
      "export.jsonl",
      "export.jsonl.about",
      "export.parquet",
      "export.parquet.about",
      "export.metrics.about",
    ]);
    const latin = Object.entries(zh).filter(
      ([key, text]) => !allowed.has(key) && /[a-z]/i.test(text.replace(/\{\w+\}/g, "")),
    );
    expect(latin).toEqual([]);
  });
});

describe("plural forms", () => {
  it("follow the number, in either language", async () => {
    standInForPage();
    const { say, setLanguage } = await import("../src/words");
    expect([say("people.count", { n: 1 }), say("people.count", { n: 25 })]).toEqual([
      "1 person",
      "25 people",
    ]);
    setLanguage("zh");
    expect(say("people.count", { n: 1 })).toBe("1 位居民");
  });
});

describe("a further language", () => {
  const POLISH = {
    "language.name": "Polski",
    "language.locale": "pl-PL",
    "tab.people": "Ludzie",
    "people.count": "{n} osoba|{n} osoby|{n} osób",
  };
  let folder = "";

  /** The words module, built by the page's bundler with one more word file and no other change. */
  async function built(): Promise<typeof import("../src/words")> {
    return import(/* @vite-ignore */ `${pathToFileURL(join(folder, "out/words.js"))}?${Math.random()}`);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "words-"));
    for (const part of ["words", "memory.ts"])
      await cp(fileURLToPath(new URL(`../src/${part}`, import.meta.url)), join(folder, "src", part), {
        recursive: true,
      });
    await writeFile(join(folder, "src/words/pl.json"), JSON.stringify(POLISH));
    await build({
      configFile: false,
      root: folder,
      logLevel: "warn",
      resolve: { alias: { "@preact/signals": fileURLToPath(import.meta.resolve("@preact/signals")) } },
      build: {
        outDir: "out",
        minify: false,
        lib: { entry: "src/words/index.ts", formats: ["es"], fileName: () => "words.js" },
      },
    });
  });

  afterAll(() => rm(folder, { recursive: true }));

  it("needs only its file: the page lists it, speaks it, and falls back to English", async () => {
    standInForPage();
    const { LANGUAGES, locale, say, setLanguage } = await built();
    expect(LANGUAGES).toEqual([
      { code: "en", name: "English" },
      { code: "pl", name: "Polski" },
      { code: "zh", name: "中文" },
    ]);
    expect(say("tab.people")).toBe("People");
    setLanguage("pl");
    expect([locale.value, say("tab.people"), say("tab.places")]).toEqual(["pl-PL", "Ludzie", "Places"]);
    expect([1, 3, 5].map((n) => say("people.count", { n }))).toEqual(["1 osoba", "3 osoby", "5 osób"]);
    expect([say("places.count", { n: 1 }), say("places.count", { n: 5 })]).toEqual(["1 place", "5 places"]);
  });

  it("is chosen by the browser's language", async () => {
    standInForPage("pl-PL");
    expect((await built()).language.value).toBe("pl");
  });

  it("is chosen by the address", async () => {
    standInForPage();
    location.search = "?lang=PL";
    expect((await built()).say("tab.people")).toBe("Ludzie");
  });
});
