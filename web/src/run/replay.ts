/**
 * A recording: the whole page in one file that replays a run by double click, with no server and no network.
 *
 * The file holds one element, `<script type="application/json" id="milkwood-replay">`, with
 *
 *     { "format": 1, "run": NAME, "packed": base64 of gzip of JSON of ANSWERS }      (or plainly, "answers": ANSWERS)
 *
 * ANSWERS has what the server would have answered, by path under `/api/`, parts encoded as by `encodeURIComponent`:
 *
 *     { PATH: { "type": MIME, "text": … } or { "type": MIME, "base64": … } }
 *
 * with the paths `runs/NAME` (resting, nobody may act), `runs/NAME/marks`, for every hour of the run
 * `runs/NAME/moves?from=A&until=B` and `runs/NAME/reel?from=A&until=B` (A = 0, 360, 720 …; B = A + 360 or the end),
 * `runs/NAME/map.tmj` with all its `tiles/…`, and the pictures of everybody (`…/people/P/portrait.png`, `sheet`,
 * `asleep`). Further answers may be carried; panels show what is there.
 *
 * Knows how a recording is opened. Invariant: a recording of another format says so and shows nothing.
 */
import { inReplay, recording, unpack } from "../api/carried";

export const FORMAT = 1;

/** The name of the recorded run, once its answers can be asked; null when this page is no recording. */
export async function openRecording(): Promise<string | null> {
  if (!inReplay || !recording) return null;
  if (recording.format !== FORMAT) throw new Error(`a recording of format ${recording.format}`);
  await unpack();
  return recording.run;
}
