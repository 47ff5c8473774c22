/** Matches how common test runners begin the line of a failed test or of its reason. */
const failure =
  /^\s*(?:not ok\b|✖|✗|✘|×|FAIL(?:ED)?\b|FAILURES?\b|--- FAIL|\d+\) |●|E {2,}|[\w.]*(?:Error|Exception)\b.*:|AssertionError\b|error(?:\[|:| TS))|\b\d+ (?:failed|failing|failures?)\b|\bfail \d*[1-9]/;

const mostLines = 40;

/** Returns the lines of a test run that report failures, in order; at most 40. */
export function failingLines(output: string): readonly string[] {
  const found = output.split('\n').filter(line => failure.test(line));
  return [...new Set(found.map(line => line.trimEnd()))].slice(0, mostLines);
}
