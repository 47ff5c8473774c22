import { createContext, Script } from 'node:vm';

/** Milliseconds. A pattern from outside may need longer than anybody waits. */
const timeLimit = 100;

const search = new Script(
  `(() => {
    try {
      return new RegExp(pattern, 'u').test(text);
    } catch {
      return new RegExp(pattern).test(text);
    }
  })()`,
);

/**
 * Tries a regular expression that somebody else wrote.
 * @returns undefined if it is not valid or takes too long
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  try {
    const context = createContext(
      { pattern, text },
      { codeGeneration: { strings: false, wasm: false } },
    );
    return search.runInContext(context, { timeout: timeLimit }) === true;
  } catch {
    // A SyntaxError, or the end of the time: the server has the last word anyway.
    return undefined;
  }
}
