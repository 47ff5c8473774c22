/** Returns the place in a text, or the one before if it would cut a character in two. */
export function characterAt(text: string, offset: number): number {
  const isCut = /^[\ud800-\udbff][\udc00-\udfff]$/.test(
    text.slice(Math.max(0, offset - 1), offset + 1),
  );
  return isCut ? offset - 1 : offset;
}

/** Returns the beginning of a text, and no half character. */
export function head(text: string, length: number): string {
  return text.slice(0, characterAt(text, length));
}
