/** Whether two sentences say the same, apart from capitals and the full stop. */
export function isSame(one: string | undefined, other: string | undefined): boolean {
  const plain = (text = "") =>
    text
      .trim()
      .replace(/[.。]$/, "")
      .toLowerCase();
  return plain(one) === plain(other);
}
