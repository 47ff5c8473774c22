import { shortLine } from './boundedText';

/** A test that failed, as its runner has told of it. */
export interface FailedTest {
  readonly name: string;
  /** `test/sums.test.ts:12`, as the runner writes it. */
  readonly place?: string;
  /** The first line of its reason. */
  readonly message?: string;
}

/** How a runner writes of one failure: a line that begins it, and what follows. */
interface Style {
  readonly head: RegExp;
  /** Where it is not the first line that follows. */
  readonly message?: RegExp;
  readonly place?: RegExp;
  /** Several heads one after the other have the reason in common that follows the last. */
  readonly sharesReason?: boolean;
}

const styles: readonly Style[] = [
  // Vitest, also with the name of a project before the file.
  { head: /^\s*FAIL\s+(?:\|[^|]+\|\s*|\S+ {2,})?(\S.* > .+)$/, sharesReason: true },
  // Jest
  { head: /^\s*● (?!Console$)(\S.*)$/ },
  // Pytest; a test of a class has its name before.
  {
    head: /^_{3,} (?!ERROR\b)(\S.*) _{3,}$/,
    message: /^E {2,}(\S.*)$/,
    place: /^([^\s:]+\.py:\d+): /,
  },
  // Node, as TAP and to a terminal
  { head: /^\s*not ok \d+ (?:- )?(.+)$/, message: /^\s*error: '?(.+?)'?$/ },
  { head: /^test at \S+$/ },
  { head: /^\s*--- FAIL: (\S+)/, message: /^\s+\S+\.go:\d+: (.+)$/ },
  // Rust
  { head: /^thread '(?!main')(.+?)' .*panicked at \S+$/ },
];

/** Mocha numbers its failures; the titles of the suites are lines of their own, the last with a colon. */
const numbered = /^ {2}\d+\) (.+)$/;
const longestTitle = 10;

/** A place in a file of the project's own. */
const anyPlace = /(?:^|[\s('"])((?:[A-Za-z]:)?[^\s()'":]*[^\s()'":.]\.\w+:\d+)(?::\d+)?\b/;
const foreign = /node_modules|\bnode:|<node_internals>/;
/** Lines that say nothing by themselves. */
const divider = /^[\s⎯─═=_-]*$/;

const mostTests = 25;
const longestName = 200;
const longestMessage = 300;
/** Lines after its head in which more of a failure is looked for. */
const longestBlock = 80;

/** The tests that a run has told to have failed, in their order; at most 25. */
export function failingTests(output: string): readonly FailedTest[] {
  const lines = output.split('\n');
  const heads = lines.flatMap((_, at) => headAt(lines, at) ?? []);
  const found = new Map<string, FailedTest>();
  for (const [index, { style, at, name, next }] of heads.entries()) {
    const last = style.sharesReason ? lastOfGroup(heads, index, lines) : index;
    const start = heads[last]?.next ?? next;
    const end = heads[last + 1]?.at ?? lines.length;
    const block = lines.slice(start, Math.min(end, start + longestBlock));
    const told = readBlock(style, name ?? nameIn(block), [lines[at] ?? '', ...block]);
    const isParent = block.some(line => /failureType: 'subtestsFailed'/.test(line));
    if (told.name !== '' && !isParent) {
      found.set(told.name, told);
    }
  }
  return [...found.values()].slice(0, mostTests);
}

/** One line each: name, place, reason. */
export function failingTestLines(tests: readonly FailedTest[]): readonly string[] {
  return tests.map(
    ({ name, place, message }) =>
      `- ${name}${place ? ` (${place})` : ''}${message ? `: ${message}` : ''}`,
  );
}

interface Head {
  readonly style: Style;
  readonly at: number;
  /** Absent where it stands in the lines after. */
  readonly name?: string;
  /** The first line after it. */
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

/** Of `✖ adds (1.2ms)`. */
function nameIn([line = '']: readonly string[]): string {
  return line.replace(/^\s*✖\s*/, '').replace(/ \([\d.]+ms\)$/, '');
}

/** @returns the index of the last head that nothing stands between */
function lastOfGroup(heads: readonly Head[], first: number, lines: readonly string[]): number {
  for (let index = first; ; index += 1) {
    const [head, other] = [heads[index], heads[index + 1]];
    if (!head || !other || lines.slice(head.next, other.at).some(line => line.trim() !== '')) {
      return index;
    }
  }
}
