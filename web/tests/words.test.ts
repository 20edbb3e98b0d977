import { describe, expect, it } from "vitest";
import en from "../src/words/en.json";
import zh from "../src/words/zh.json";
import { standInForPage } from "./page";

const BOOKS: Record<string, Record<string, string>> = { en, zh };
const blanks = (text: string | undefined) =>
  [...new Set([...(text ?? "").matchAll(/\{(\w+)\}/g)].map((found) => found[1]))].sort();

describe.each(Object.entries(BOOKS))("the words in %s", (_, book) => {
  it("are the same keys as in English, none of them empty", () => {
    expect(Object.keys(book).sort()).toEqual(Object.keys(en).sort());
    expect(Object.entries(book).filter(([, text]) => !text.trim())).toEqual([]);
  });

  it("leave the same blanks to fill in", () => {
    for (const [key, text] of Object.entries(en))
      expect([key, blanks(book[key])]).toEqual([key, blanks(text)]);
  });
});

describe("the Chinese words", () => {
  it("contain no English but for names, commands and the other language's own name", () => {
    const allowed = new Set([
      "brand",
      "language.other",
      "language.switch",
      "failed.gone.remedy",
      "failed.map.remedy",
      "whose.they",
      "mind.understudy.remedy",
      "start.budget.hint",
      "home.size",
      "export.metrics.about",
    ]);
    const latin = Object.entries(zh).filter(
      ([key, text]) => !allowed.has(key) && /[a-z]/i.test(text.replace(/\{\w+\}/g, "")),
    );
    expect(latin).toEqual([]);
  });
});

describe("saying a number of things", () => {
  it("takes the form that goes with the number, in either language", async () => {
    standInForPage();
    const { say, speak } = await import("../src/words");
    expect([say("people.count", { n: 1 }), say("people.count", { n: 25 })]).toEqual([
      "1 person",
      "25 people",
    ]);
    speak("zh");
    expect(say("people.count", { n: 1 })).toBe("1 位居民");
  });
});
