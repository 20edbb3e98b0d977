import { describe, expect, it } from "vitest";
import { clip, readingTime, Speech } from "../src/map/speech";
import { TALK } from "./made";

const LONG =
  "I have been thinking about the party all week and I do hope that you and your brother will come to it";
const says = (who: string, text: string, talk = "t1") => ({ t: 0, who, k: "said", talk, text });

describe("bubbles", () => {
  it("hold decisions as thoughts, and nothing else that people note", () => {
    const speech = new Speech();
    const notes = (who: string, kind: string) => ({ t: 0, who, k: "noted", kind, text: "I should go." });
    speech.hear([notes("ann", "voice"), notes("bo", "news"), notes("cy", "thought")], 5);
    expect(speech.bubbles.map(({ who, thought }) => [who, thought])).toEqual([
      ["ann", true],
      ["cy", true],
    ]);
  });

  it("hold speech, one per speaker", () => {
    const speech = new Speech();
    speech.hear(TALK.slice(0, 5), 1);
    expect(speech.bubbles.map(({ who, text }) => [who, text])).toEqual([
      ["ann", "Morning!"],
      ["bo", "Morning."],
    ]);
    speech.hear([says("ann", "How are you?")], 1);
    expect(speech.bubbles.map(({ text }) => text)).toEqual(["Morning.", "How are you?"]);
  });

  it("stay long enough to read, and no longer", () => {
    const speech = new Speech();
    speech.hear([says("ann", LONG)], 1);
    expect(speech.pass(readingTime(LONG) - 100)).toBe(false);
    expect(speech.pass(200)).toBe(true);
    expect(speech.bubbles).toEqual([]);
  });

  it("give a Chinese line more time per character", () => {
    expect(readingTime("今天的聚会你会来吗，大家都在等你呢，一定要来啊")).toBeGreaterThan(
      readingTime("The party is on tonight"),
    );
  });

  it("are fewer and shorter at higher speed, and none at the highest", () => {
    const speech = new Speech();
    speech.hear([says("ann", LONG), says("bo", LONG)], 15);
    expect(speech.bubbles).toHaveLength(1);
    expect(speech.bubbles[0]?.text.length).toBeLessThan(50);
    expect(new Speech().hear([says("ann", LONG)], 360)).toBe(false);
  });

  it("are cut between words", () => {
    expect(clip(LONG, 15)).toBe("I have been thinking about the party all week…");
    expect(clip("short", 60)).toBe("short");
  });
});
