/** Which form is open on the first page. */
import { signal } from "@preact/signals";

export type Homely =
  | { readonly is: "start"; readonly town: string }
  | { readonly is: "compare"; readonly run: string };

export const homely = signal<Homely | null>(null);
