/** Limit of a caller: the tokens that it can take, and how it counts them. */
export interface TokenBudget {
  readonly tokenBudget: number;
  countTokens(text: string): PromiseLike<number>;
}

/** UTF-16 units of a result, as callers without a budget get it. */
export const longestResult = 40_000;
/** Countings until the text is cut to what surely fits. */
const tries = 4;

/** Cuts a text at a line's end so that it fits, and says that it was cut. */
export async function withinBudget(text: string, budget?: TokenBudget): Promise<string> {
  let shown = cut(text, longestResult);
  if (!budget || !(budget.tokenBudget > 0)) {
    return shown;
  }
  for (let count = 0; count < tries; count += 1) {
    const tokens = await budget.countTokens(shown);
    if (tokens <= budget.tokenBudget) {
      return shown;
    }
    // A little less than the share, because text is not even.
    shown = cut(text, Math.floor(shown.length * (budget.tokenBudget / tokens) * 0.9));
  }
  // A token has at least one byte.
  return cut(text, Math.floor(budget.tokenBudget / 3));
}

function cut(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const note = '\n(The rest is left out. Ask for less at a time.)';
  const start = text.slice(0, Math.max(0, length - note.length));
  const end = start.lastIndexOf('\n');
  return `${end > start.length / 2 ? start.slice(0, end) : start}${note}`.slice(0, length);
}
