/** The icons of the kinds of memories. */

const SIGNS: Record<string, string> = {
  seed: "🌱",
  saw: "👀",
  talk: "💬",
  news: "📰",
  thought: "💭",
  insight: "💡",
  promise: "🤝",
  plan: "🗓️",
  voice: "🌬️",
  did: "👣",
};

export function kindSignOf(kind: string): string {
  return SIGNS[kind] ?? "•";
}
