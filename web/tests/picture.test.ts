import { describe, expect, it } from "vitest";
import { linesOf } from "../src/map/picture";

const letters = (line: string) => [...line].length;

describe("lines of a bubble", () => {
  it("break between words", () => {
    expect(linesOf("Ann: Good morning to you", 10, letters)).toEqual(["Ann: Good", "morning to", "you"]);
  });

  it("break Chinese anywhere", () => {
    expect(linesOf("早上好，今天天气真好", 4, letters)).toEqual(["早上好，", "今天天气", "真好"]);
  });

  it("keep a word that is too long, and have no empty line", () => {
    expect(linesOf("incomprehensible yes ", 5, letters)).toEqual(["incomprehensible", "yes"]);
    expect(linesOf("", 5, letters)).toEqual([]);
  });
});
