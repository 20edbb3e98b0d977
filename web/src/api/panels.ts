/**
 * Runs as a list, which the home page shows, under the names it uses.
 *
 * Knows nothing of screens. Invariant: generated from the server's own types.
 */
export type { Compare as Compared, RunEntry, RunList } from "./wire.gen";
