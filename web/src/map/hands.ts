/**
 * What people hold in their hands: small pictures by the emoji of a deed.
 *
 * Knows emoji and pixels, nothing of people or towns. Invariant: an emoji of something that nobody can hold gives none.
 */
import { type Drawing, drawn } from "./pixels";

/** Emoji of things of one sort. Skin tones and variation selectors are ignored. */
const SORTS = {
  cup: "☕ 🍵 🥛 🍺 🍻 🍸 🍹 🍷 🥂 🫖 🍾 🧃 🥤 🍶 🧉",
  book: "📖 📚 📕 📗 📘 📙 📔 📓 📒 🔖",
  paper: "📝 📋 📄 📃 📰 ✉️ 🧾 📜 📑 🗒️ 💌 🗺️ 🎼 📩 📨 🗳️ 🏷️",
  pen: "✏️ ✍️ 🖊️ 🖋️ 🖍️ 🖌️ 🎨",
  plate: "🍽️ 🍲 🍳 🍜 🥗 🥣 🍴 🥄 🍛 🍝 🥧 🍰 🧁 🎂 🍱 🥘 🍚",
  bread: "🍞 🥖 🥐 🥪 🍕 🥨 🥯 🥮 🍪 🌮 🍔",
  fruit: "🍎 🍊 🍋 🍐 🍑 🍓 🍅 🥕 🌽 🥔 🥬 🥦 🧄 🧅",
  basket: "🧺 🛒 🛍️",
  box: "📦 🎁 🧰 🗃️ 🎒 💼 👜 🧳",
  tool: "🔧 🔨 🛠️ 🪛 🪚 🪓 ✂️ 🔪 ⛏️ 🧲",
  broom: "🧹 🧽 🧼 🪣 🧻 🪥",
  phone: "📱 ☎️ 📞 📲",
  camera: "📷 📸 🎥 🎬",
  rod: "🎣 🥍 🏒 🏹 🪄",
  flower: "🌷 🌻 🌹 🌸 🌼 💐 🪴 🌱 🌿 🪻",
  key: "🔑 🗝️",
  guitar: "🎸 🎻 🪕 🪈 🎺 🎷",
  cloth: "👕 👔 👚 👗 🧥 🧶 🧵 🪡 🧣 🧤 🧦",
} as const;

export type Item = keyof typeof SORTS;

const INKS = {
  k: "#3a2c22",
  w: "#fbf6e8",
  g: "#d9d2c0",
  r: "#c8473f",
  b: "#8a5a34",
  t: "#c79a5e",
  y: "#f0c24b",
  l: "#6fb6d8",
  d: "#3f6fa8",
  n: "#5f9a48",
  s: "#9aa3ad",
};

const PICTURES: Record<Item, readonly string[]> = {
  cup: ["kkkk.", "kwwkk", "kwwkk", ".kk.."],
  book: ["kkkkkk", "kdwwdk", "kdwwdk", "kkkkkk"],
  paper: ["kkkkk", "kwwwk", "kwgwk", "kwwwk", "kkkkk"],
  pen: ["...kk", "..kyk", ".kyk.", "kwk..", "kk..."],
  plate: [".tyn..", "kwwwwk", ".kkkk."],
  bread: [".kkkk.", "kttttk", "ktytyk", ".kkkk."],
  fruit: ["..n..", ".krk.", "krrrk", "krrrk", ".kkk."],
  basket: [".kkkk.", "k....k", "ktbtbk", "kbtbtk", ".kkkk."],
  box: ["kkkkkk", "kttbtk", "kttbtk", "kttbtk", "kkkkkk"],
  tool: ["kkk..", "kssk.", ".kbk.", "..kbk", "...kk"],
  broom: ["..b..", "..b..", "..b..", "kyyyk", "kyyyk"],
  phone: ["kkk", "klk", "klk", "kkk"],
  camera: [".kk...", "kkkkkk", "ksklsk", "kkkkkk"],
  rod: ["b....", ".b...", "..b..", "...b.", "....b"],
  flower: [".ryr.", "..r..", "..n..", ".nn..", "..n.."],
  key: [".kkk.", "kyk..", "kykyk", ".kkk."],
  guitar: ["....k", "...b.", ".tb..", "tkt..", "ttt.."],
  cloth: ["krk.kr", "krrrrk", ".krrk.", ".kkkk."],
};

const MARKS = /[\u{fe0f}\u{1f3fb}-\u{1f3ff}]/gu;

const BY_EMOJI = new Map<string, Item>(
  (Object.keys(SORTS) as Item[]).flatMap((item) =>
    SORTS[item].split(" ").map((emoji) => [emoji.replace(MARKS, ""), item] as const),
  ),
);

export function itemOf(emoji: string | undefined): Item | null {
  return BY_EMOJI.get(emoji?.replace(MARKS, "") ?? "") ?? null;
}

export function itemPicture(item: Item): Drawing {
  return drawn(PICTURES[item], INKS);
}
