/**
 * Moves the people of the scene: as in the open run, or in their beds if there is none.
 *
 * Knows the scene, the store and the clock. Invariant: the picture shows what the store says at the clock's moment; a
 * person without a known place is not drawn.
 */
import { signal } from "@preact/signals";
import type { Thing } from "../api/wire";
import * as now from "../run/now";
import { frame } from "../run/playback";
import { sound } from "../sound/heard";
import { chosenPerson, people, town } from "../town";
import { Emotions } from "./emotions";
import { type Ground, type Pose, poseAt } from "./pose";
import type { Scene } from "./scene";
import { type Bubble, Speech } from "./speech";
import type { PersonSprite } from "./sprite";

/** After a jump, lines said this many ticks before are shown. */
const ECHO = 3;
/** How far people notice that a thing begins to press, in tiles. */
const NEARBY = 8;

export const bubbles = signal<readonly Bubble[]>([]);

/** Lying asleep, and not there yet. */
function still(): Pose {
  const rest = { walking: false, bearing: "lying", asleep: true, gesture: "none", item: null } as const;
  return { there: false, x: 0, y: 0, facing: "down", ...rest };
}

export class Actors {
  private readonly poses = new Map<string, Pose>();
  private readonly speech = new Speech();
  private readonly emotions = new Emotions();
  private readonly things = new Map<string, Thing>();
  private readonly numbers = new Map<string, number>();
  private readonly ground: Ground;
  private heard = 0;
  private jumps = 0;
  private drawn = -1;
  private laid = false;

  constructor(private readonly scene: Scene) {
    const things = town.peek()?.places.flatMap(({ rooms }) => rooms.flatMap((room) => room.things)) ?? [];
    for (const thing of things) this.things.set(thing.id, thing);
    this.ground = {
      tileSize: scene.tileSize,
      place: (index, tick) => now.store()?.place(index, tick) ?? null,
      tiles: (thing) => this.things.get(thing)?.tiles ?? [],
      seat: (x, y) => scene.seatAt(x, y),
      posture: (thing) => this.things.get(thing)?.pose ?? "standing",
      index: (person) => this.numbers.get(person),
    };
    bubbles.value = [];
  }

  /** Advances time. Returns whether anything on the map has changed. */
  frame(milliseconds: number, passed: number): boolean {
    if (!now.run.peek()) return this.layDown();
    const moved = frame(milliseconds, passed / 1000);
    const { clock } = now;
    if (clock.now === this.drawn) return false;
    const state = now.store()?.stateAt(Math.floor(clock.now + 1e-6));
    if (!state) return !now.store()?.end && this.layDown();
    const watched = this.jumps === now.clock.jumps ? undefined : this.watched();
    this.listen(moved ? passed : 0);
    this.drawn = clock.now;
    now.run.peek()?.people.forEach(({ id }, index) => {
      this.numbers.set(id, index);
      const person = this.scene.people.get(id);
      if (!person) return;
      const pose = this.poses.get(id) ?? still();
      this.poses.set(id, pose);
      poseAt(this.ground, index, id, clock.now, state, pose);
      this.scene.pose(person, pose, clock.now, milliseconds, clock.rate);
    });
    if (watched?.there && !this.scene.camera.sees(watched.x, watched.y))
      this.scene.camera.lookAt(watched.x, watched.y);
    return true;
  }

  /** The selected person, if they are in view: a jump in time takes the camera along. */
  private watched(): PersonSprite | undefined {
    const person = this.scene.people.get(chosenPerson.peek()?.id ?? "");
    return person?.there && this.scene.camera.sees(person.x, person.y) ? person : undefined;
  }

  /** Draws the moment again, after a person arrived or the view changed. */
  refresh(): void {
    this.drawn = -1;
    this.laid = false;
  }

  /** Shows the lines said since the last call. Lines inside a jump are skipped. */
  private listen(passed: number): void {
    const tick = Math.floor(now.clock.now + 1e-6);
    const jumped = this.jumps !== now.clock.jumps;
    this.jumps = now.clock.jumps;
    let changed = this.speech.pass(passed);
    this.emotions.pass(passed);
    if (jumped) {
      this.emotions.clear();
      this.speech.clear();
      changed = true;
    }
    const from = jumped ? tick - ECHO : this.heard;
    this.heard = tick;
    if (tick > from) {
      const [happenings, { rate }] = [now.store()?.between(from, tick) ?? [], now.clock];
      changed = this.speech.hear(happenings, rate) || changed;
      this.emotions.hear(happenings, rate, (thing) => this.witnesses(thing));
      if (!jumped) sound(happenings, rate, (who) => this.isSeen(who));
    }
    if (changed) bubbles.value = this.speech.bubbles;
  }

  private isSeen(who: string): boolean {
    const person = this.scene.people.get(who);
    return person?.there === true && this.scene.camera.sees(person.x, person.y);
  }

  /** Those who are awake in the room of a thing, or outdoors near it. */
  private *witnesses(id: string): Iterable<string> {
    const { rooms, tileSize } = this.scene;
    const [x, y] = this.things.get(id)?.tiles[0] ?? [-1, -1];
    const room = rooms.at(x, y);
    for (const person of this.scene.people.values()) {
      const [column, row] = [Math.floor(person.x / tileSize), Math.floor(person.y / tileSize) - 1];
      const isNear = Math.abs(column - x) <= NEARBY && Math.abs(row - y) <= NEARBY;
      if (person.there && !person.asleep && isNear && rooms.at(column, row) === room) yield person.id;
    }
  }

  /** Before the run starts everyone is in bed. */
  private layDown(): boolean {
    if (this.laid) return false;
    this.laid = true;
    const size = this.scene.tileSize;
    for (const [id, person] of this.scene.people as ReadonlyMap<string, PersonSprite>) {
      const [x, y] = people.peek().get(id)?.tile ?? [0, 0];
      const pose = { ...still(), there: true, x: (x + 0.5) * size, y: (y + 1) * size };
      this.scene.pose(person, pose, 0, 0, 0);
    }
    return true;
  }
}
