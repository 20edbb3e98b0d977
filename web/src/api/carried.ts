/**
 * The contents of a recording: the server's answers, stored in the page itself.
 *
 * Knows the element `#milkwood-replay` (format: `run/replay.ts`), nothing of screens. Invariant: a missing answer is
 * undefined and is never requested elsewhere.
 */

type Answer =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; readonly base64: string };

export interface Recording {
  readonly format: number;
  readonly run: string;
  readonly packed?: string;
  readonly answers?: Record<string, Answer>;
}

function found(): Recording | null {
  try {
    return JSON.parse(document.getElementById("milkwood-replay")?.textContent ?? "null");
  } catch {
    return null;
  }
}

export const recording = found();
/** Whether this page is a self-contained recording. */
export const inReplay = recording !== null;

let answers: Record<string, Answer> = recording?.answers ?? {};
/** Finds answers that are not stored word for word. */
let finder: ((path: string) => unknown) | null = null;
const pictures = new Map<string, string>();

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Unpacks the recording. Await it before any request. */
export async function unpack(): Promise<void> {
  if (!recording?.packed) return;
  const stream = new Blob([bytesOf(recording.packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  answers = await new Response(stream).json();
}

/** The stored JSON answer at a path, if there is one. */
export function carriedJson<T>(path: string): T | null {
  const answer = answers[path];
  return answer && "text" in answer ? JSON.parse(answer.text) : null;
}

/** Has a function answer what is not stored word for word. It returns undefined if it cannot. */
export function answerBy(find: (path: string) => unknown): void {
  finder = find;
}

/** The stored answer at an address under a root, if there is one. */
export function carried(url: string, root: string): Promise<Response> | undefined {
  const path = url.startsWith(root)
    ? url.slice(root.length)
    : [...pictures].find(([, blob]) => blob === url)?.[0];
  if (path === undefined) return undefined;
  const answer = answers[path];
  if (!answer) {
    const found = finder?.(path);
    return found === undefined ? undefined : Promise.resolve(Response.json(found));
  }
  const body = "text" in answer ? answer.text : bytesOf(answer.base64);
  return Promise.resolve(new Response(body, { headers: { "Content-Type": answer.type } }));
}

/** An address that an `img` can show, for a stored picture. */
export function carriedPicture(path: string): string | undefined {
  const answer = answers[path];
  if (!answer || !("base64" in answer) || !answer.type.startsWith("image/")) return undefined;
  const known =
    pictures.get(path) ?? URL.createObjectURL(new Blob([bytesOf(answer.base64)], { type: answer.type }));
  pictures.set(path, known);
  return known;
}
