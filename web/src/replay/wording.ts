/**
 * The words that say what a text is about, as `milkwood.models.wording` finds them.
 *
 * Knows texts, and is given the words that do not count. Invariant: the same words as the server's, for every text.
 */

const WORD = /[a-zà-öø-ÿ0-9]+(?:['’][a-z]+)?/g;
const CHINESE = /[㐀-䶿一-鿿豈-﫿]+/g;

/** A word without what hangs on it: Isabella's, parties, rolls. */
function bare(whole: string): string {
  const word = whole.replace("’", "'").split("'")[0] ?? "";
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !"sui".includes(word.at(-2) ?? "")
    ? word.slice(0, -1)
    : word;
}

export class Wording {
  private readonly empty: ReadonlySet<string>;
  private readonly emptyCharacters: ReadonlySet<string>;
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(
    words: readonly string[],
    characters: string,
    private readonly share: number,
  ) {
    this.empty = new Set(words);
    this.emptyCharacters = new Set(characters);
  }

  private pairs(run: string): string[] {
    const says = (pair: string) => [...pair].some((one) => !this.emptyCharacters.has(one));
    if (run.length === 1) return says(run) ? [run] : [];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)).filter(says);
  }

  wordsOf(text: string): ReadonlySet<string> {
    const known = this.known.get(text);
    if (known) return known;
    const lowered = text.toLowerCase();
    const words = [
      ...(lowered.match(WORD) ?? []).map(bare),
      ...(lowered.match(CHINESE) ?? []).flatMap((run) => this.pairs(run)),
    ];
    const found = new Set(words.filter((word) => !this.empty.has(word)));
    this.known.set(text, found);
    return found;
  }

  /** Whether a text says a piece of news: it has nearly all of its words. */
  tells(text: string, news: string): boolean {
    const wanted = this.wordsOf(news);
    const words = this.wordsOf(text);
    const shared = [...wanted].filter((word) => words.has(word)).length;
    return wanted.size > 0 && shared >= this.share * wanted.size;
  }
}
