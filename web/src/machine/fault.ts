/**
 * Why an answer does not come from the first model or the first try, in words.
 *
 * Knows the short codes in a chronicle, such as `failed: rate; form: blocks.2.place`. Invariant: every code that the
 * server can send has words in every language (a test checks it); an unknown code is shown as it is.
 */
import { type Key, say, sayKind } from "../words";
import en from "../words/en.json";

/** All reasons of an answer, one per failed try. */
export function sayWhy(why: string): string {
  return why.split("; ").filter(Boolean).map(sayTry).join(say("fault.next"));
}

function sayTry(code: string): string {
  if (code === "spending is paused") return say("fault.spending_paused");
  const lent = /^(choices|lines): (\d+)$/.exec(code);
  if (lent) return say(`fault.lent.${lent[1]}` as Key, { n: Number(lent[2]) });
  const failed = /^failed: (\w+)$/.exec(code)?.[1];
  if (failed)
    return `outcome.${failed}` in en ? sayKind("outcome", failed) : say("fault.bug", { name: failed });
  const refused = /^refused: (.+)$/.exec(code)?.[1];
  if (refused) {
    const why = refused.split(", ").map((each) => sayKind("fault.refused", each));
    return say("fault.refused", { why: why.join(say("names.and")) });
  }
  return sayFaults(code.split(", "));
}

/** The faults of an answer, each once, with the fields that had it. */
function sayFaults(codes: readonly string[]): string {
  const fields = new Map<string, Set<string>>();
  for (const code of codes) {
    const [kind = code, path = ""] = code.split(": ");
    const field = path.split(".").findLast((part) => !/^\d+$/.test(part));
    const known = fields.get(kind) ?? new Set();
    if (field && field !== "answer") known.add(sayKind("field", field));
    fields.set(kind, known);
  }
  const told = [...fields].map(([kind, names]) => {
    const fault = sayKind("fault", kind);
    return names.size ? say("fault.at", { fault, field: [...names].join(say("names.and")) }) : fault;
  });
  return told.join(say("names.and"));
}
