/**
 * The language in which the people of the open run speak. It may differ from the page's.
 *
 * Knows the run. Invariant: a valid value for `lang`, so that screen readers and fonts treat the text correctly.
 */
import { computed } from "@preact/signals";
import { run } from "../run/now";
import { localeOf } from "../words";

export const spokenLanguage = computed(() => (run.value ? localeOf(run.value.language) : undefined));
