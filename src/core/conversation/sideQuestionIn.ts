/** Returns the question of a `/btw` message, which the CLI knows in a terminal only. */
export function sideQuestionIn(text: string): string | undefined {
  return /^\/btw(?:\s+([\s\S]*))?$/
    .exec(text.trim())
    ?.slice(1)
    .map(words => words ?? '')[0];
}
