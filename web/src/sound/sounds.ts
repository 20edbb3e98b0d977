/**
 * Small sounds of the town, made by oscillators and noise; no files.
 *
 * Knows the browser's audio and nothing of towns. Invariant: silent until it is switched on; a browser without audio,
 * or one that waits for a first click, stays silent without an error.
 */
import { signal } from "@preact/signals";
import { recall, remember } from "../memory";

export type Sound = "line" | "meeting" | "news" | "alarm" | "act";
/** Sounds that go on. */
export type Bed = "rain" | "fire" | "night";

/** Off unless the user has switched it on. */
export const soundOn = signal(recall("sound") === "on");

const LOUDNESS = 0.16;
/** Sounds that follow each other sooner are left out, in seconds. */
const GAP = 0.09;
const BED_LOUDNESS: Readonly<Record<Bed, number>> = { rain: 0.22, fire: 0.3, night: 0.05 };
/** How long a bed takes to come or go, in seconds. */
const FADE = 0.8;

interface Tone {
  readonly hertz: number;
  /** From the start of the sound, in seconds. */
  readonly at: number;
  readonly length: number;
  readonly shape: OscillatorType;
  readonly loudness: number;
}

function tones(sound: Sound, voice: number): Tone[] {
  const tone = (hertz: number, at: number, length: number, shape: OscillatorType = "sine", loudness = 1) => ({
    ...{ hertz, at, length, shape, loudness },
  });
  // A voice is a few murmured syllables at the person's own pitch.
  const pitch = 150 + 190 * voice;
  if (sound === "line")
    return [1, 1.12, 0.94].map((step, n) => tone(pitch * step, n * 0.085, 0.07, "triangle", 0.55));
  if (sound === "meeting") return [tone(523, 0, 0.14), tone(659, 0.1, 0.2)];
  if (sound === "news") return [tone(784, 0, 0.18), tone(988, 0.09, 0.2), tone(1175, 0.18, 0.3)];
  if (sound === "act") return [tone(440, 0, 0.1), tone(554, 0.08, 0.16)];
  return [tone(330, 0, 0.16, "square", 0.35), tone(262, 0.18, 0.24, "square", 0.35)];
}

/** Two seconds of noise; deeper noise sounds like wind, and crackles like fire if it is sparse. */
function noise(context: AudioContext, bed: Bed): AudioBuffer {
  const length = 2 * context.sampleRate;
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) {
    const white = Math.random() * 2 - 1;
    if (bed === "fire") samples[index] = Math.random() < 0.0006 ? white : (samples[index - 1] ?? 0) * 0.92;
    else if (bed === "rain") samples[index] = white * 0.35;
    else samples[index] = index % 11025 < 2600 ? 0.4 * Math.sin(index * 0.62) * Math.sin(index * 0.009) : 0;
  }
  return buffer;
}

class Speaker {
  private context: AudioContext | null = null;
  private out: GainNode | null = null;
  private readonly beds = new Map<Bed, GainNode>();
  private last = Number.NEGATIVE_INFINITY;

  private open(): AudioContext | null {
    if (this.context || typeof AudioContext === "undefined") return this.context;
    this.context = new AudioContext();
    this.out = this.context.createGain();
    this.out.gain.value = LOUDNESS;
    this.out.connect(this.context.destination);
    return this.context;
  }

  /** Browsers let sounds begin only at a click or a key. */
  wake(): void {
    this.open()
      ?.resume()
      .catch(() => undefined);
  }

  rest(): void {
    this.context?.suspend().catch(() => undefined);
  }

  play(sound: Sound, voice = 0.5): void {
    const { context, out } = this;
    if (!context || !out || context.state !== "running" || context.currentTime - this.last < GAP) return;
    this.last = context.currentTime;
    for (const { hertz, at, length, shape, loudness } of tones(sound, voice)) {
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + at;
      oscillator.type = shape;
      oscillator.frequency.value = hertz;
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(loudness, start + 0.015);
      gain.gain.exponentialRampToValueAtTime(0.001, start + length);
      oscillator.connect(gain).connect(out);
      oscillator.start(start);
      oscillator.stop(start + length + 0.02);
    }
  }

  /** Lets these sounds go on, and no others. */
  lay(wanted: ReadonlySet<Bed>): void {
    const { context } = this;
    if (context?.state !== "running") return;
    for (const bed of wanted) if (!this.beds.has(bed)) this.beds.set(bed, this.begin(context, bed));
    for (const [bed, gain] of this.beds)
      gain.gain.setTargetAtTime(wanted.has(bed) ? BED_LOUDNESS[bed] : 0, context.currentTime, FADE / 3);
  }

  private begin(context: AudioContext, bed: Bed): GainNode {
    const [source, gain] = [context.createBufferSource(), context.createGain()];
    source.buffer = noise(context, bed);
    source.loop = true;
    gain.gain.value = 0;
    source.connect(gain);
    if (this.out) gain.connect(this.out);
    source.start();
    return gain;
  }
}

export const speaker = new Speaker();

export function setSound(on: boolean): void {
  soundOn.value = on;
  remember("sound", on ? "on" : "off");
  if (on) speaker.wake();
  else speaker.rest();
}

if (soundOn.peek() && typeof window !== "undefined")
  for (const kind of ["pointerdown", "keydown"] as const)
    window.addEventListener(kind, () => soundOn.peek() && speaker.wake(), { once: true });
