/** The retrieval scores of a memory: recency, importance and relevance, each from 0 to 1. */
import type { Scores } from "../../api/wire.gen";
import { type Key, say } from "../../words";

const PARTS = ["recency", "importance", "relevance", "words"] as const;

export function ScoreBars({ scores }: { scores: Scores }) {
  return (
    <dl class="scores">
      {PARTS.filter((part) => part !== "words" || scores.words > 0).map((part) => (
        <div key={part} data-score={part}>
          <dt>{say(`score.${part}` as Key)}</dt>
          <dd>
            <span class="bar" aria-hidden="true">
              <i style={{ width: `${Math.max(0, Math.min(1, scores[part])) * 100}%` }} />
            </span>
            {scores[part].toFixed(2)}
          </dd>
        </div>
      ))}
      <div data-score="total">
        <dt>{say("score.total")}</dt>
        <dd>{scores.total.toFixed(2)}</dd>
      </div>
    </dl>
  );
}
