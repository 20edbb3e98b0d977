/**
 * What lies over the town: night and its lights, the effects of things, the beams of lighthouses, weather.
 *
 * Knows the layers and the camera; is told what to show. Invariant: it moves only in `stir`, which reports the areas
 * that have changed.
 */
import type { Container } from "pixi.js";
import type { Rectangle, Sector } from "../api/wire";
import type { Light } from "../time/light";
import { Beam } from "./beam";
import { type Camera, NEAR } from "./camera";
import { type Effect, Effects } from "./effects";
import { type Layers, sharpen } from "./layers";
import { FIRE, lighthousesOf, lightsOf } from "./lights";
import { Night } from "./night";
import type { Rooms } from "./rooms";
import type { TiledMap } from "./tiled";
import { type Conditions, Weather } from "./weather";

/** From this darkness on, lighthouses are lit. */
const BEAM_FROM = 0.3;
/** The light of a fire: how far it reaches, and how high above the ground it is, in map pixels. */
const BLAZE = { reach: 80, height: 10 };

type Patch = (left: number, top: number, right: number, bottom: number) => void;

export class Atmosphere {
  private readonly weather: Weather;
  private readonly night: Night;
  private readonly effects: Effects;
  private readonly beams: ReadonlyMap<string, Beam>;
  private readonly size: number;
  private isDark = false;
  private dark: ReadonlySet<string> = new Set();

  constructor(
    map: TiledMap,
    places: readonly Sector[],
    private readonly rooms: Rooms,
    private readonly layers: Layers,
    private readonly calm: boolean,
    beyond: number,
  ) {
    this.size = map.tileSize;
    const size = { width: map.width * this.size, height: map.height * this.size, tile: this.size };
    this.night = new Night(size, beyond, rooms, layers.roofs, layers.windows, lightsOf(map, rooms));
    this.beams = new Map(lighthousesOf(map, places).map(({ thing, x, y }) => [thing, new Beam(x, y)]));
    this.weather = new Weather(calm);
    this.effects = new Effects(calm);
  }

  /** Adds its layers in drawing order. */
  addTo(view: Container): void {
    const { glow, windows } = this.layers;
    view.addChild(this.night.shade, glow);
    for (const { panes, above } of windows.values()) view.addChild(panes, above);
    for (const beam of this.beams.values()) view.addChild(beam.view);
  }

  setLight(light: Light): void {
    const { glow } = this.layers;
    this.night.setLight(light);
    this.isDark = light.dark > BEAM_FROM;
    for (const { view } of this.beams.values()) view.alpha = light.dark;
    this.lightBeams();
    glow.alpha = light.dark;
    glow.visible = light.dark > 0.01;
  }

  private lightBeams(): void {
    for (const [thing, { view }] of this.beams) view.visible = this.isDark && !this.dark.has(thing);
  }

  /** The rooms in which someone is awake. */
  setAwake(rooms: ReadonlySet<string>): void {
    this.night.setLit(rooms);
  }

  /** What is seen of things; lamps in `dark` give no light. Returns whether anything has changed. */
  setThings(effects: readonly Effect[], dark: ReadonlySet<string>, camera: Camera): boolean {
    this.dark = dark;
    this.lightBeams();
    if (!this.effects.set(effects)) return false;
    this.look(camera);
    const fires = effects.filter(({ look }) => look === "flame");
    const light = { reach: BLAZE.reach, colour: FIRE, room: null, always: true };
    this.night.setFires(fires.map(({ x, y }) => ({ x, y: y - BLAZE.height, ...light })));
    return true;
  }

  /** A roof has opened or closed a little. */
  touch(camera: Camera): void {
    this.night.touch();
    this.look(camera);
  }

  /** Adjusts everything to the zoom and to open roofs. */
  look({ zoom }: Camera): void {
    this.effects.look(zoom >= NEAR, (x, y) => {
      const room = this.rooms.at(Math.floor(x / this.size), Math.floor((y - 1) / this.size));
      return room !== undefined && this.night.seen(room.id) < 0.5;
    });
  }

  /** Sets smooth or sharp scaling of the light in windows. */
  sharpen(sharp: boolean): void {
    for (const { panes, above } of this.layers.windows.values())
      for (const layer of [panes, above]) sharpen(layer, sharp);
  }

  /** Draws the light again if it has changed. Returns whether it has. */
  update(): boolean {
    return this.night.update();
  }

  /** Turns the beams. */
  stir(now: number, patch: Patch): void {
    if (this.calm) return;
    for (const beam of this.beams.values()) {
      if (!beam.view.visible) continue;
      beam.turn(now);
      patch(beam.x - beam.reach, beam.y - beam.reach, beam.x + beam.reach, beam.y + beam.reach);
    }
  }

  /** The canvases over the map. */
  get overlays(): readonly HTMLCanvasElement[] {
    return [this.effects.canvas, this.weather.canvas];
  }

  resize(width: number, height: number): void {
    this.effects.resize(width, height);
    this.weather.resize(width, height);
  }

  /** Draws what is over the map, where it has changed. */
  drawOver(now: number, camera: Camera, moved: boolean): void {
    this.effects.draw(now, camera, moved);
    this.weather.draw(now, camera, () => this.openRooms(camera));
  }

  setWeather(conditions: Conditions | null): void {
    this.weather.set(conditions);
  }

  /** The rooms whose roof is open, as rectangles on the screen. */
  private *openRooms(camera: Camera): Iterable<Rectangle> {
    const across = this.size * camera.zoom;
    for (const { id, rectangles } of this.rooms.all) {
      if (this.night.seen(id) < 0.5) continue;
      for (const [x, y, width, height] of rectangles) {
        const corner = camera.toScreen(x * this.size, (y - 1) * this.size);
        yield [corner.x, corner.y, width * across, (height + 1) * across];
      }
    }
  }
}
