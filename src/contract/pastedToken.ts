/** Counts the lines of a pasted text; a line break at its end adds none. */
export function lineCount(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Token of a pasted text. The agent reads it, too, so it is in English. */
export function pastedToken(number: number, lines: number): string {
  return `[Pasted text #${number}, ${lines} lines]`;
}

/** Finds the tokens of pasted texts, and how many lines each stands for. */
export function pastedTokens(text: string): readonly { token: string; lines: number }[] {
  const found = new Map<string, number>();
  for (const [token, lines] of text.matchAll(/\[Pasted text #\d{1,6}, (\d{1,9}) lines\]/g)) {
    found.set(token, Number(lines));
  }
  return [...found].map(([token, lines]) => ({ token, lines }));
}
