/**
 * What is seen of things in their states: flames, smoke, steam, water, sparks, cracks, notes.
 *
 * Draws on a canvas of its own over the map, so that the map is not drawn again while they move. Knows looks and the
 * camera, nothing of towns. Invariant: a picture follows from the time alone, so that people who want no motion see one
 * still moment of it.
 */
import type { ThingStateKind } from "../api/wire.gen";
import type { Camera } from "./camera";
import { type Drawing, drawn } from "./pixels";

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

/** One moving part: where it is from the point of its effect, and how it looks. */
interface Part {
  x: number;
  y: number;
  wide: number;
  tall: number;
  alpha: number;
}

interface Shown {
  readonly effect: Effect;
  visible: boolean;
}

interface Recipe {
  readonly picture: PictureName;
  readonly count: number;
  /** The length of a round, in milliseconds. */
  readonly round: number;
  /** How a part is at a part (0 to 1) of its round; `across`: its place beside the others. */
  place(part: number, across: number): Partial<Part>;
}

function rises(height: number, sway: number, alpha: number): Recipe["place"] {
  return (part, across) => ({
    x: across + Math.sin(part * 6 + across) * sway,
    y: -6 - part * height,
    wide: 0.8 + part,
    tall: 0.8 + part,
    alpha: alpha * Math.min(1, part * 6, (1 - part) * 2.2),
  });
}

/** Water is on the thing, not below it, where the face of a person who stands in front may be. */
const ON_IT = -11;
const SMOKE: Recipe = { picture: "smoke", count: 4, round: 2600, place: rises(36, 4, 0.9) };
const RECIPES: Record<Look, readonly Recipe[]> = {
  flame: [
    { ...SMOKE, place: rises(44, 5, 0.8) },
    {
      picture: "flame1",
      count: 2,
      round: 420,
      place: (part, across) => ({ x: across, y: -9, tall: 0.95 + 0.12 * Math.sin(part * 6.3) }),
    },
  ],
  smoke: [SMOKE],
  steam: [{ picture: "steam", count: 3, round: 2200, place: rises(22, 2, 0.8) }],
  water: [
    { picture: "puddle", count: 1, round: 1000, place: () => ({ y: ON_IT }) },
    {
      picture: "drop",
      count: 3,
      round: 900,
      place: (part, across) => ({
        x: across + across * part,
        y: ON_IT - 4 - 26 * part * (1 - part),
        alpha: part < 0.92 ? 1 : 0,
      }),
    },
  ],
  sparks: [
    {
      picture: "spark",
      count: 3,
      round: 1300,
      place: (part, across) => {
        const size = part < 0.15 ? 1.3 : 0.9;
        const isSeen = part < 0.3 || (part > 0.42 && part < 0.55);
        const y = -14 - across * Math.sin(across * 9);
        return { x: across * 1.2, y, wide: size, tall: size, alpha: isSeen ? 1 : 0 };
      },
    },
  ],
  broken: [{ picture: "crack", count: 1, round: 1000, place: () => ({ y: -9 }) }],
  notes: [{ picture: "note", count: 2, round: 2400, place: rises(22, 3, 1) }],
};

/** How often the pictures of flames change, in milliseconds. */
const FLICKER = 130;
/** From afar an effect is drawn as large as at this zoom. */
const READABLE = 1.7;
/** Milliseconds per picture. */
const FRAME_MILLISECONDS = 90;

export class Effects {
  readonly canvas = document.createElement("canvas");
  private readonly pen = this.canvas.getContext("2d");
  private readonly pictures = new Map<PictureName, Drawing>();
  private shown: Shown[] = [];
  private drawn = Number.NEGATIVE_INFINITY;
  private clear = true;

  constructor(private readonly calm: boolean) {
    this.canvas.className = "effects";
    this.canvas.setAttribute("aria-hidden", "true");
  }

  private picture(name: PictureName): Drawing {
    const known = this.pictures.get(name) ?? drawn(PICTURES[name], INKS);
    this.pictures.set(name, known);
    return known;
  }

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
    this.drawn = Number.NEGATIVE_INFINITY;
  }

  /** Shows these effects and no others. Returns whether anything has changed. */
  set(effects: readonly Effect[]): boolean {
    const key = ({ id, look }: Effect) => `${id} ${look}`;
    if (effects.map(key).join() === this.shown.map(({ effect }) => key(effect)).join()) return false;
    this.shown = effects.map((effect) => ({ effect, visible: false }));
    this.drawn = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** Sets what is visible. `isHidden` tells of a roof over a point. */
  look(isNear: boolean, isHidden: (x: number, y: number) => boolean): void {
    for (const one of this.shown)
      one.visible = one.effect.presses || (isNear && !isHidden(one.effect.x, one.effect.y));
    this.drawn = Number.NEGATIVE_INFINITY;
  }

  /** Draws everything at a time, if a new picture is due. */
  draw(now: number, camera: Camera, moved: boolean): void {
    const { pen, canvas } = this;
    const isDue = this.drawn < 0 || (!this.calm && now - this.drawn >= FRAME_MILLISECONDS);
    if (!pen || !(moved || isDue)) return;
    this.drawn = now;
    const seen = this.shown.filter(({ visible }) => visible);
    if (!this.clear) pen.clearRect(0, 0, canvas.width, canvas.height);
    this.clear = seen.length === 0;
    // An empty canvas would still be blended with the map in every frame.
    canvas.hidden = this.clear;
    pen.imageSmoothingEnabled = false;
    for (const { effect } of seen) this.drawOne(pen, effect, this.calm ? 0 : now, camera);
    pen.globalAlpha = 1;
  }

  private drawOne(pen: CanvasRenderingContext2D, effect: Effect, now: number, camera: Camera): void {
    const { x, y } = camera.toScreen(effect.x, effect.y);
    const zoom = effect.presses ? Math.max(READABLE, camera.zoom) : camera.zoom;
    for (const { picture, count, round, place } of RECIPES[effect.look]) {
      for (let index = 0; index < count; index++) {
        const offset = index / count;
        const spread = Math.min(12, effect.width / 2);
        const across = count > 1 ? (index / (count - 1) - 0.5) * spread : 0;
        const part = place((now / round + offset + effect.x * 0.013) % 1, across);
        const isFlame = picture === "flame1";
        const flame = FLAMES[Math.floor(now / FLICKER + offset * 5) % FLAMES.length] ?? picture;
        const drawing = this.picture(isFlame ? flame : picture);
        const [width, height] = [drawing.width * (part.wide ?? 1), drawing.height * (part.tall ?? 1)];
        // Flames stand on their point; everything else is around it.
        const left = (part.x ?? 0) - width / 2;
        const top = (part.y ?? 0) - (isFlame ? height : height / 2);
        pen.globalAlpha = part.alpha ?? 1;
        pen.drawImage(drawing, x + left * zoom, y + top * zoom, width * zoom, height * zoom);
      }
    }
  }
}
