/** Returns the place in a text, or the one before if it would cut a character in two. */
export function characterAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}

/** Returns the beginning of a text, and no half character. */
export function head(text: string, length: number): string {
  return text.slice(0, characterAt(text, length));
}
