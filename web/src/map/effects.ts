/**
 * What is seen of things in their states: flames, smoke, steam, water, sparks, cracks, notes.
 *
 * Knows Pixi and looks, nothing of towns. Invariant: a picture follows from the time alone, so that people who want no
 * motion see one still moment of it.
 */
import { Container, Sprite, Texture } from "pixi.js";
import type { ThingStateKind } from "../api/wire.gen";
import { sourceOf } from "./layers";
import { drawn } from "./pixels";

export type Look = Exclude<ThingStateKind["look"], "" | "light">;

/** Something to be seen over a thing; x and y are the middle of its lower edge, in map pixels. */
export interface Effect {
  readonly id: string;
  readonly look: Look;
  readonly x: number;
  readonly y: number;
  /** In map pixels. */
  readonly width: number;
  /** It is seen from afar too, through closed roofs. */
  readonly presses: boolean;
}

const INKS = {
  r: "#c8321e",
  o: "#ef7a1f",
  y: "#ffc93c",
  w: "#fff6cf",
  s: "#6a6570",
  S: "#918c98",
  c: "#f4f7fa",
  b: "#3b82c4",
  B: "#8ccbf0",
  k: "#2b2020",
  n: "#3a2c4a",
};

const PICTURES = {
  flame1: [
    "...r....",
    "...rr...",
    "..rror..",
    "..roor.r",
    "r.rooorr",
    "rrrooyor",
    "rooyyyor",
    "royywyor",
    "royywwyr",
    ".oywwwy.",
    "..yyyy..",
  ],
  flame2: [
    "....r...",
    "..r.rr..",
    "..rrro..",
    "r.roorr.",
    "rrroooor",
    "roooyoor",
    "royyyyor",
    "royywyor",
    "rywwwyyr",
    ".ywwwyo.",
    "..yyyy..",
  ],
  flame3: [
    "..r.....",
    "..rr..r.",
    ".rror.r.",
    ".rooorr.",
    "rrooyorr",
    "rooyyoor",
    "rooywyor",
    "royywyor",
    "royywwyr",
    ".oyywwy.",
    "..yyyy..",
  ],
  smoke: ["..SSS..", ".SSSSS.", "SSSsSSS", "SSsssSS", "SSSssSS", ".SSSSS.", "..SSS.."],
  steam: ["..cc.", ".cccc", "ccccc", ".ccc."],
  drop: [".B.", "BBb", "Bbb", ".b."],
  puddle: ["...BBBBBBBB...", ".BBbbbbbbbBBB.", "BBbbbbbbbbbbBB", ".BBBbbbbbbBB..", "...BBBBBBB...."],
  spark: ["..y..", ".ywy.", "ywwwy", ".ywy.", "..y.."],
  crack: [".k.....", ".kk..k.", "..k.kk.", "..kkk..", ".kk.kk.", "kk...kk", ".k....k"],
  note: ["..nnn", "..n.n", "..n.n", "nnnnn", "nn.nn"],
} as const;

type PictureName = keyof typeof PICTURES;
const FLAMES = ["flame1", "flame2", "flame3"] as const;

/** One moving part: its picture, where it is and how it looks at a part (0 to 1) of its round. */
interface Part {
  readonly sprite: Sprite;
  readonly offset: number;
  readonly across: number;
}

interface Shown {
  readonly effect: Effect;
  readonly view: Container;
  readonly parts: readonly Part[];
}

interface Recipe {
  readonly picture: PictureName;
  readonly count: number;
  /** The length of a round, in milliseconds. */
  readonly round: number;
  place(sprite: Sprite, part: number, across: number): void;
}

function rises(height: number, sway: number, alpha: number): Recipe["place"] {
  return (sprite, part, across) => {
    sprite.position.set(across + Math.sin(part * 6 + across) * sway, -6 - part * height);
    sprite.scale.set(0.8 + part);
    sprite.alpha = alpha * Math.min(1, part * 6, (1 - part) * 2.2);
  };
}

const SMOKE: Recipe = { picture: "smoke", count: 4, round: 2600, place: rises(36, 4, 0.9) };
const RECIPES: Record<Look, readonly Recipe[]> = {
  flame: [
    { ...SMOKE, place: (sprite, part, across) => rises(44, 5, 0.8)(sprite, part, across) },
    {
      picture: "flame1",
      count: 2,
      round: 420,
      place: (sprite, part, across) => {
        sprite.position.set(across, -9);
        sprite.scale.set(1, 0.95 + 0.12 * Math.sin(part * 6.3));
      },
    },
  ],
  smoke: [SMOKE],
  steam: [{ picture: "steam", count: 3, round: 2200, place: rises(22, 2, 0.8) }],
  water: [
    { picture: "puddle", count: 1, round: 1000, place: (sprite) => sprite.position.set(0, 1) },
    {
      picture: "drop",
      count: 3,
      round: 900,
      place: (sprite, part, across) => {
        sprite.position.set(across + across * part, -4 - 26 * part * (1 - part));
        sprite.alpha = part < 0.92 ? 1 : 0;
      },
    },
  ],
  sparks: [
    {
      picture: "spark",
      count: 3,
      round: 1300,
      place: (sprite, part, across) => {
        sprite.position.set(across * 1.2, -14 - across * Math.sin(across * 9));
        sprite.alpha = part < 0.3 || (part > 0.42 && part < 0.55) ? 1 : 0;
        sprite.scale.set(part < 0.15 ? 1.3 : 0.9);
      },
    },
  ],
  broken: [{ picture: "crack", count: 1, round: 1000, place: (sprite) => sprite.position.set(0, -9) }],
  notes: [{ picture: "note", count: 2, round: 2400, place: rises(22, 3, 1) }],
};

/** How often the pictures of flames change, in milliseconds. */
const FLICKER = 130;
/** How far an effect reaches from its point, in map pixels. */
const REACH = { across: 22, up: 58, down: 8 };
/** From afar an effect is drawn as large as at this zoom. */
const READABLE = 1.7;

export class Effects {
  readonly view = new Container();
  private readonly textures = new Map<PictureName, Texture>();
  private shown: Shown[] = [];
  private scale = 1;

  private texture(name: PictureName): Texture {
    const known = this.textures.get(name) ?? new Texture({ source: sourceOf(drawn(PICTURES[name], INKS)) });
    this.textures.set(name, known);
    return known;
  }

  /** Shows these effects and no others. Returns whether anything has changed. */
  set(effects: readonly Effect[]): boolean {
    const key = ({ id, look }: Effect) => `${id} ${look}`;
    if (effects.map(key).join() === this.shown.map(({ effect }) => key(effect)).join()) return false;
    for (const { view } of this.shown) view.destroy({ children: true });
    this.shown = effects.map((effect) => this.make(effect));
    return true;
  }

  private make(effect: Effect): Shown {
    const view = this.view.addChild(new Container());
    view.position.set(effect.x, effect.y);
    const parts = RECIPES[effect.look].flatMap(({ picture, count }) =>
      Array.from({ length: count }, (_, index) => {
        const sprite = view.addChild(new Sprite(this.texture(picture)));
        sprite.anchor.set(0.5, picture.startsWith("flame") ? 1 : 0.5);
        const spread = Math.min(12, effect.width / 2);
        const across = count > 1 ? (index / (count - 1) - 0.5) * spread : 0;
        return { sprite, offset: index / count, across };
      }),
    );
    return { effect, view, parts };
  }

  /** Sets the size and what is visible for a zoom. `isHidden` tells of a roof over a point. */
  look(zoom: number, isNear: boolean, isHidden: (x: number, y: number) => boolean): void {
    this.scale = Math.max(1, READABLE / zoom);
    for (const { effect, view } of this.shown) {
      view.scale.set(effect.presses ? this.scale : 1);
      view.visible = effect.presses || (isNear && !isHidden(effect.x, effect.y));
    }
  }

  get any(): boolean {
    return this.shown.some(({ view }) => view.visible);
  }

  /** Moves everything to its place at a time, and reports the areas in which it moved. */
  animate(now: number, patch: (left: number, top: number, right: number, bottom: number) => void): void {
    for (const { effect, view, parts } of this.shown) {
      if (!view.visible) continue;
      let at = 0;
      for (const { picture, count, round, place } of RECIPES[effect.look]) {
        for (const { sprite, offset, across } of parts.slice(at, at + count)) {
          const part = (now / round + offset + effect.x * 0.013) % 1;
          if (picture === "flame1")
            sprite.texture = this.texture(FLAMES[Math.floor(now / FLICKER + offset * 5) % 3] ?? "flame1");
          place(sprite, part, across);
        }
        at += count;
      }
      const { scale } = this;
      const { x, y } = effect;
      patch(x - REACH.across * scale, y - REACH.up * scale, x + REACH.across * scale, y + REACH.down * scale);
    }
  }
}
