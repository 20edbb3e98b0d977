import { describe, expect, it } from "vitest";
import { entriesOf, folded, type Item, joined, together } from "../src/panels/entries";

const said = (t: number, who: string, text: string): Item => ({ t, who, k: "said", talk: "10-ann", text });
const deed = (t: number, who: string): Item => ({ t, who, k: "deed_began", deed: { what: "reading" } });

describe("entries of a feed", () => {
  const items = [
    { t: 15, who: "ann", k: "talk_ended", talk: "10-ann", why: "said all" },
    said(14, "bob", "Bye."),
    deed(13, "cleo"),
    said(12, "ann", "Hello."),
    { t: 10, who: "ann", k: "talk_began", talk: "10-ann", partner: "bob" },
    deed(9, "cleo"),
  ] as Item[];

  it("join the events of one talk, at the position of its last event", () => {
    expect(entriesOf(items).map((entry) => entry.is)).toEqual(["talk", "happening", "happening"]);
  });

  it("give the lines of a talk in order, with all its people", () => {
    const [first] = entriesOf(items);
    expect(first).toMatchObject({
      talk: {
        begin: 10,
        people: ["ann", "bob"],
        over: true,
        lines: [
          { tick: 12, who: "ann", text: "Hello." },
          { tick: 14, who: "bob", text: "Bye." },
        ],
      },
    });
  });

  it("do not count the user among the speakers", () => {
    const ended = { t: 15, who: "~outside", k: "talk_ended", talk: "10-ann" } as Item;
    expect(entriesOf([ended, said(12, "ann", "Hello.")])).toMatchObject([{ talk: { people: ["ann"] } }]);
  });

  it("keep their keys when more events follow", () => {
    const before = entriesOf(items).map(({ key }) => key);
    const after = entriesOf([deed(20, "dan"), ...items]).map(({ key }) => key);
    expect(after.slice(1)).toEqual(before);
  });
});

describe("known and new events", () => {
  const before = [deed(1, "a"), deed(5, "a"), deed(9, "a")];

  it("are joined without a gap and without duplicates while time passes", () => {
    expect(joined(before, [deed(5, "a"), deed(9, "a"), deed(12, "a")], 13).map(({ t }) => t)).toEqual([
      1, 5, 9, 12,
    ]);
  });

  it("are not joined across a jump forwards", () => {
    expect(joined(before, [deed(100, "a")], 120).map(({ t }) => t)).toEqual([100]);
  });

  it("drop future events after a jump backwards", () => {
    expect(joined(before, [deed(1, "a")], 4).map(({ t }) => t)).toEqual([1]);
  });
});

describe("highlights", () => {
  const plan = (t: number, who: string): Item => ({ t, who, k: "planned", text: "My plan" });
  const thing = (t: number): Item => ({ t, who: "ann", k: "thing_changed", thing: "oven" });

  it("fold the plans and changed things of an hour into one", () => {
    const found = folded(
      entriesOf([plan(400, "ann"), said(390, "ann", "Hello."), thing(380), plan(30, "bob"), deed(20, "bob")]),
    );
    expect(found.map((entry) => entry.is)).toEqual(["fold", "talk", "fold", "happening"]);
    expect(found[0]).toMatchObject({ items: [{ k: "planned" }, { k: "thing_changed" }] });
  });

  it("keep the key of a fold when more is folded", () => {
    const [before] = folded(entriesOf([plan(30, "ann"), said(20, "ann", "Hello.")]));
    const [after] = folded(entriesOf([thing(31), plan(30, "ann"), said(20, "ann", "Hello.")]));
    expect(after?.key).toBe(before?.key);
  });

  it("do not fold what the user changed", () => {
    expect(folded(entriesOf([{ ...thing(30), who: "~outside" }])).map(({ is }) => is)).toEqual(["happening"]);
  });

  const note = (t: number, who: string, kind: string, text: string, partner = ""): Item => ({
    t,
    who,
    k: "noted",
    kind,
    text,
    partner,
  });

  it("tell once what several people noted in the same words", () => {
    const found = together(
      entriesOf([note(9, "ann", "did", "We met."), deed(9, "cy"), note(9, "bob", "did", "We met.")]),
    );
    expect(found).toMatchObject([{ item: { who: "ann" }, also: ["bob"] }, { item: { who: "cy" } }]);
  });

  it("tell an appointment between two once, and nothing else", () => {
    const two = [
      note(9, "ann", "promise", "Lunch with Bob.", "bob"),
      note(9, "bob", "promise", "With Ann.", "ann"),
    ];
    expect(together(entriesOf(two))).toMatchObject([{ also: ["bob"] }]);
    const other = [two[0] as Item, note(9, "cy", "promise", "With Ann.", "ann")];
    expect(together(entriesOf(other))).toHaveLength(2);
    expect(together(entriesOf([note(9, "ann", "did", "Tea."), note(8, "bob", "did", "Tea.")]))).toHaveLength(
      2,
    );
  });

  it("say in a talk who meets for the first time", () => {
    const met = { ...note(12, "ann", "met", "", "bob"), talk: "10-ann" };
    expect(entriesOf([said(12, "ann", "Hello."), met])).toMatchObject([{ talk: { met: [["ann", "bob"]] } }]);
  });
});
