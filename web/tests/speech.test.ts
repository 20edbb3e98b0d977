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
    expect(speech.bubbles[0]?.text.length).toBeLessThan(75);
    expect(new Speech().hear([says("ann", LONG)], 360)).toBe(false);
  });

  it("say something at speed: news takes the place of a greeting, not the other way round", () => {
    const speech = new Speech();
    const small = (who: string, text: string) => ({ ...says(who, text), small_talk: true });
    speech.hear([small("ann", "Hello there."), small("bo", "Hello to you.")], 60);
    expect(speech.bubbles.map(({ text }) => text)).toEqual(["Hello there."]);
    speech.hear([says("bo", "Isabella gives a party."), small("ann", "Well, bye then.")], 60);
    expect(speech.bubbles.map(({ who, text }) => [who, text])).toEqual([["bo", "Isabella gives a party."]]);
  });

  it("stay at speed until they are read, also after the talk", () => {
    const speech = new Speech();
    const text = "Isabella gives a party.";
    speech.hear([says("ann", text), { t: 1, who: "ann", k: "talk_ended", talk: "t1" }], 60);
    speech.pass(readingTime(text) - 100);
    expect(speech.bubbles).toHaveLength(1);
    speech.pass(200);
    expect(speech.bubbles).toHaveLength(0);
  });

  it("are never more at speed than one can read", () => {
    const speech = new Speech();
    const talks = Array.from({ length: 9 }, (_, index) => says(`p${index}`, "News for you.", `t${index}`));
    speech.hear(talks, 60);
    expect(speech.bubbles).toHaveLength(4);
    speech.clear();
    speech.hear(talks, 1);
    expect(speech.bubbles).toHaveLength(9);
  });

  it("are cut after a sentence, or else between words", () => {
    expect(clip(LONG, 15)).toBe("I have been thinking about the party all week and I do hope that you…");
    const said = "Good to see you here today. There is a party at the cafe on Tuesday, will you come?";
    expect(clip(said, 60)).toBe("Good to see you here today. …");
    expect(clip("很高兴今天能在这里见到你，最近过得怎么样？".repeat(4), 60)).toHaveLength(65);
    expect(clip("short", 60)).toBe("short");
  });
});
