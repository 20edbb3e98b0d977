/**
 * A recording: the whole page in one file that replays a run by double click, with no server and no network.
 *
 * The file contains one element, `<script type="application/json" id="milkwood-replay">`, with
 *
 *     { "format": 1, "run": NAME, "packed": base64 of gzip of JSON of ANSWERS }      (or unpacked: "answers": ANSWERS)
 *
 * ANSWERS holds the server's answers, by path under `/api/`, with parts encoded by `encodeURIComponent`:
 *
 *     { PATH: { "type": MIME, "text": … } or { "type": MIME, "base64": … } }
 *
 * with the paths `runs/NAME` (state resting, no permission to act), `runs/NAME/marks`, for every hour of the
 * run `runs/NAME/moves?from=A&until=B` and `runs/NAME/reel?from=A&until=B` (A = 0, 360, 720 …; B = A + 360 or the end),
 * `runs/NAME/map.tmj` with all its `tiles/…`, and the pictures of all people (`…/people/P/portrait.png`,
 * `sheet`, `asleep`), and `runs/NAME/talks` with all talks. `runs/NAME/minds` is optional: plans, memories, reasons, ties
 * and events of the whole run, from which the questions of the panels are answered as of any moment.
 *
 * Knows how to open a recording. Invariant: a recording of another format shows an error and nothing else.
 */
import { signal } from "@preact/signals";
import { answerBy, carriedJson, inReplay, recording, unpack } from "../api/carried";
import type { Minds, Talks } from "../api/wire.gen";

export const FORMAT = 1;

/** Whether panels can show what people have in mind: always, except in a recording that was made without it. */
export const hasMinds = signal(!inReplay);

async function prepare(run: string): Promise<void> {
  const { Answers } = await import("../replay/answers");
  const root = `runs/${encodeURIComponent(run)}/`;
  const minds = carriedJson<Minds>(`${root}minds`);
  const found = new Answers(carriedJson<Talks>(`${root}talks`)?.talks ?? [], minds);
  hasMinds.value = minds !== null;
  answerBy((path) => {
    if (!path.startsWith(root)) return undefined;
    const [inside = "", query = ""] = path.slice(root.length).split("?");
    return found.to(inside.split("/").map(decodeURIComponent), new URLSearchParams(query));
  });
}

/** The name of the recorded run, when its answers are ready; null if this page is no recording. */
export async function openRecording(): Promise<string | null> {
  if (!inReplay || !recording) return null;
  if (recording.format !== FORMAT) throw new Error(`a recording of format ${recording.format}`);
  await unpack();
  await prepare(recording.run);
  return recording.run;
}
