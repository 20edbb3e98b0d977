import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInForPage } from "./page";

standInForPage();
const { Asker } = await import("../src/panels/asker");
const { Refusal } = await import("../src/api/fetch");

interface Told {
  readonly data: string | undefined;
  readonly trouble: unknown;
}

/** A server that answers when the test says so. */
function server() {
  const asked: string[] = [];
  const open: ((answer: string | Error) => void)[] = [];
  const ask = (what: string) => () => {
    asked.push(what);
    return new Promise<string>((answer, refuse) => {
      open.push((given) => (given instanceof Error ? refuse(given) : answer(given)));
    });
  };
  const answer = async (given: string | Error) => {
    open.shift()?.(given);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, ask, answer };
}

describe("requests of a panel", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sends one request at a time and continues with the newest", async () => {
    const { asked, ask, answer } = server();
    const asker = new Asker<string>(100, () => {});
    for (const key of ["1", "2", "3"]) {
      asker.want({ key, ask: ask(key) });
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(asked).toEqual(["1"]);
    await answer("one");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["1", "3"]);
  });

  it("keeps the last answer when the next fails, and says why", async () => {
    const { ask, answer } = server();
    const told: Told[] = [];
    const asker = new Asker<string>(100, (kept) => told.push(kept));
    asker.want({ key: "1", ask: ask("1") });
    await vi.advanceTimersByTimeAsync(1);
    await answer("one");
    asker.want({ key: "2", ask: ask("2") });
    await vi.advanceTimersByTimeAsync(101);
    await answer(new Refusal("Gone.", "Start it."));
    expect(told.at(-1)).toMatchObject({ data: "one", trouble: { what: "Gone." } });
  });

  it("reports nothing after it was closed", async () => {
    const { ask, answer } = server();
    const told: Told[] = [];
    const asker = new Asker<string>(100, (kept) => told.push(kept));
    asker.want({ key: "1", ask: ask("1") });
    await vi.advanceTimersByTimeAsync(1);
    asker.close();
    await answer("one");
    expect(told).toEqual([]);
  });
});
