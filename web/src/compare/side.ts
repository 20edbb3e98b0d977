/**
 * One of the two compared runs: where its people are and what they do at a moment, with the names of its town.
 *
 * Knows the server's answers about one run, no screens. Invariant: nothing is shown of a moment that is not loaded.
 */
import { type DeedNow, fetchMoves, fetchReel, fetchRun, type Run } from "../api/run";
import { OUTSIDE } from "../panels/names";
import { Store } from "../run/store";
import { read, say } from "../words";

export interface Stand {
  readonly id: string;
  readonly tile: readonly [number, number];
  readonly asleep: boolean;
  readonly talks: boolean;
  readonly deed: DeedNow | null;
}

export class Side {
  private constructor(
    readonly run: Run,
    private readonly store: Store,
  ) {}

  static async open(name: string): Promise<Side> {
    const run = await fetchRun(name);
    const moves = (from: number, until: number) => fetchMoves(name, from, until);
    const reel = (from: number, until: number) => fetchReel(name, from, until);
    return new Side(run, new Store({ moves, reel }, run.end));
  }

  /** The last tick that can be shown. */
  get last(): number {
    return Math.max(0, this.run.end - 1);
  }

  /** Fetches the hour around a tick. */
  need(tick: number): Promise<void> {
    return this.store.need(Math.min(tick, this.last));
  }

  /** Everyone who is in town at a tick; undefined if it is not loaded. */
  at(tick: number): readonly Stand[] | undefined {
    const shown = Math.min(tick, this.last);
    const state = this.store.stateAt(shown);
    if (!state) return undefined;
    this.store.tidy(shown);
    return this.run.people.flatMap(({ id }, index) => {
      const tile = this.store.place(index, shown);
      const doing = state.people.get(id);
      const { asleep = false, deed = null } = doing ?? {};
      return tile ? [{ id, tile, asleep, talks: Boolean(doing?.talk), deed }] : [];
    });
  }

  /** A person's short name. */
  called(id: string | null): string {
    if (id === OUTSIDE) return say("names.outside");
    const found = this.run.town.people.find((each) => each.id === id);
    const came = this.run.people.find((each) => each.id === id);
    return read(found?.called ?? came?.called) || (id ?? "").replaceAll("_", " ");
  }

  /** The name of a room or a thing. */
  place(address: string): string {
    for (const sector of this.run.town.places) {
      if (sector.id === address) return read(sector.name);
      for (const room of sector.rooms) {
        if (room.id === address) return read(sector.name);
        for (const thing of room.things) if (thing.id === address) return read(thing.name);
      }
    }
    return address;
  }
}
