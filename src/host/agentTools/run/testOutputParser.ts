import { shortLine } from './boundedText';
import { type ComparedValues, comparedValues } from './comparedValues';

/** Failed test, as its runner reported it. */
export interface FailedTest extends ComparedValues {
  readonly name: string;
  /** Location as the runner prints it: `test/sums.test.ts:12`. */
  readonly place?: string;
  /** First line of the reason. */
  readonly message?: string;
}

/** Output format of a runner's failures: the line that begins one, and what follows. */
interface Style {
  readonly head: RegExp;
  /** Pattern of the message, if it is not the first line that follows. */
  readonly message?: RegExp;
  readonly place?: RegExp;
  /** Whether consecutive heads share the reason that follows the last one. */
  readonly sharesReason?: boolean;
}

const styles: readonly Style[] = [
  // Vitest, with or without a project name before the file.
  { head: /^\s*FAIL\s+(?:\|[^|]+\|\s*|\S+ {2,})?(\S.* > .+)$/, sharesReason: true },
  // Jest
  { head: /^\s*● (?!Console$)(\S.*)$/ },
  // Pytest; a test in a class is prefixed with the class name.
  {
    head: /^_{3,} (?!ERROR\b)(\S.*) _{3,}$/,
    message: /^E {2,}(\S.*)$/,
    place: /^([^\s:]+\.py:\d+): /,
  },
  // Node: TAP, then the terminal reporter.
  { head: /^\s*not ok \d+ (?:- )?(.+)$/, message: /^\s*error: '?(.+?)'?$/ },
  { head: /^test at \S+$/ },
  { head: /^\s*--- FAIL: (\S+)/, message: /^\s+\S+\.go:\d+: (.+)$/ },
  // Rust
  { head: /^thread '(?!main')(.+?)' .*panicked at \S+$/ },
];

/** Numbered failure of Mocha; each suite title has its own line, the last one with a colon. */
const numbered = /^ {2}\d+\) (.+)$/;
const longestTitle = 10;

/** Any `path:line`; `foreign` filters out what is not the project's own. */
const anyPlace = /(?:^|[\s('"])((?:[A-Za-z]:)?[^\s()'":]*[^\s()'":.]\.\w+:\d+)(?::\d+)?\b/;
const foreign = /node_modules|\bnode:|<node_internals>/;
/** Lines that are blank or only a divider. */
const divider = /^[\s⎯─═=_-]*$/;

const mostTests = 25;
const longestName = 200;
const longestMessage = 300;
/** Number of lines after the head that are searched for more of a failure. */
const longestBlock = 80;

/** Parses the failed tests from the output of a run, in order; at most 25. */
export function failingTests(output: string): readonly FailedTest[] {
  const lines = output.split('\n');
  const heads = lines.flatMap((_, at) => headAt(lines, at) ?? []);
  const found = new Map<string, FailedTest>();
  for (const [index, { style, at, name, next }] of heads.entries()) {
    const last = style.sharesReason ? lastOfGroup(heads, index, lines) : index;
    const start = heads[last]?.next ?? next;
    const end = heads[last + 1]?.at ?? lines.length;
    const block = lines.slice(start, Math.min(end, start + longestBlock));
    const test = readBlock(style, name ?? nameIn(block), [lines[at] ?? '', ...block]);
    const isParent = block.some(line => /failureType: 'subtestsFailed'/.test(line));
    if (test.name !== '' && !isParent) {
      found.set(test.name, test);
    }
  }
  return [...found.values()].slice(0, mostTests);
}

/** Formats each test as one line: name, place, reason. */
export function failingTestLines(tests: readonly FailedTest[]): readonly string[] {
  return tests.map(
    ({ name, place, message }) =>
      `- ${name}${place ? ` (${place})` : ''}${message ? `: ${message}` : ''}`,
  );
}

interface Head {
  readonly style: Style;
  readonly at: number;
  /** Test name; absent if it stands in the lines that follow. */
  readonly name?: string;
  /** Index of the line after the head. */
  readonly next: number;
}

function headAt(lines: readonly string[], at: number): Head | undefined {
  const line = lines[at] ?? '';
  for (const style of styles) {
    const match = style.head.exec(line);
    if (match) {
      return { style, at, next: at + 1, ...(match[1] ? { name: match[1].trim() } : {}) };
    }
  }
  const first = numbered.exec(line)?.[1];
  if (first === undefined) {
    return undefined;
  }
  const titles = [first];
  let next = at + 1;
  while (!titles.at(-1)?.endsWith(':') && titles.length < longestTitle) {
    const title = lines[next]?.trim();
    if (!title) {
      return undefined;
    }
    titles.push(title);
    next += 1;
  }
  const name = titles.join(' > ').replace(/:$/, '');
  return { style: { head: numbered }, at, name, next };
}

function readBlock({ message, place }: Style, name: string, [head = '', ...lines]: string[]) {
  const own = lines.filter(line => !foreign.test(line));
  const reason = message
    ? firstMatch(message, lines)
    : lines.find(line => !divider.test(line) && !line.includes(name));
  const where = place
    ? (firstMatch(place, own) ?? firstMatch(anyPlace, own))
    : firstMatch(anyPlace, /^(?:test at|thread)\b/.test(head) ? [head] : own);
  return {
    name: shortLine(name, longestName),
    ...(where ? { place: where.replace(/^file:\/\//, '') } : {}),
    ...(reason ? { message: shortLine(reason, longestMessage) } : {}),
    ...comparedValues(lines),
  };
}

function firstMatch(pattern: RegExp, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match) {
      return match[1];
    }
  }
  return undefined;
}

/** Extracts the test name from a line such as `✖ adds (1.2ms)`. */
function nameIn([line = '']: readonly string[]): string {
  return line.replace(/^\s*✖\s*/, '').replace(/ \([\d.]+ms\)$/, '');
}

/** @returns the index of the last consecutive head, with only blank lines in between */
function lastOfGroup(heads: readonly Head[], first: number, lines: readonly string[]): number {
  for (let index = first; ; index += 1) {
    const [head, other] = [heads[index], heads[index + 1]];
    if (!head || !other || lines.slice(head.next, other.at).some(line => line.trim() !== '')) {
      return index;
    }
  }
}
