/**
 * The language that people of the run on show live and speak in, which need not be the page's.
 *
 * Knows the run. Invariant: a value for `lang`, so that voices read and letters look as they should.
 */
import { computed } from "@preact/signals";
import { run } from "../run/now";

export const tongue = computed(() => (run.value?.language === "zh" ? "zh-CN" : run.value?.language));
