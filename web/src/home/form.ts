/** The form that is open on the home page. */
import { signal } from "@preact/signals";

export type HomeForm =
  | { readonly is: "start"; readonly town: string }
  | { readonly is: "compare"; readonly run: string };

export const openForm = signal<HomeForm | null>(null);
