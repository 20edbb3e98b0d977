/**
 * The types of the run list on the home page.
 *
 * Knows nothing of screens. Invariant: generated from the server's types.
 */
export type { Compare as Compared, RunEntry, RunList } from "./wire.gen";
