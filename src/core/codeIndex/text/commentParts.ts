/** How a language marks comments. */
interface Marks {
  readonly line: readonly string[];
  /** Start and end of comments over several lines. */
  readonly block: readonly (readonly [start: string, end: string])[];
}

const slashes: Marks = { line: ['//'], block: [['/*', '*/']] };
const hash: Marks = {
  line: ['#'],
  block: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
};
const dashes: Marks = {
  line: ['--'],
  block: [
    ['/*', '*/'],
    ['--[[', ']]'],
  ],
};
const semicolons: Marks = { line: [';'], block: [] };
const percents: Marks = { line: ['%'], block: [] };
const tags: Marks = {
  line: [],
  block: [
    ['<!--', '-->'],
    ['/*', '*/'],
  ],
};

const byExtension: ReadonlyMap<string, Marks> = new Map(
  (
    [
      ['py rb sh bash zsh fish pl pm r ex exs jl nim yml yaml toml ps1 tf cmake mk conf ini', hash],
      ['sql lua hs elm adb vhd', dashes],
      ['lisp cl clj cljs el scm asm s', semicolons],
      ['tex erl hrl', percents],
      ['html htm xml vue svelte', tags],
    ] as const
  ).flatMap(([extensions, marks]) => extensions.split(' ').map(one => [one, marks] as const)),
);
const prose = new Set(['md', 'mdx', 'markdown', 'txt', 'rst', 'adoc', 'org']);
const hashNames = /^(?:makefile|dockerfile|gemfile|rakefile|cmakelists\.txt)$/i;

/** A line of a file, divided into what is said and what is done. */
export interface LineParts {
  readonly code: string;
  readonly comment: string;
}

/**
 * Divides the lines of a file into comments and code. It looks at marks only and does not parse:
 * what a string contains may count as a comment, which costs a little accuracy of the ranking.
 * @param path decides which marks count
 */
export function commentParts(lines: readonly string[], path: string): readonly LineParts[] {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (prose.has(extension)) {
    return lines.map(comment => ({ code: '', comment }));
  }
  const marks = byExtension.get(extension) ?? (hashNames.test(fileName) ? hash : slashes);
  let end: string | undefined;
  return lines.map(line => {
    const parts = divided(line, marks, end);
    end = parts.end;
    return parts;
  });
}

function divided(
  line: string,
  { line: lineMarks, block }: Marks,
  openEnd: string | undefined,
): LineParts & { readonly end: string | undefined } {
  if (openEnd !== undefined) {
    const at = line.indexOf(openEnd);
    return at === -1
      ? { code: '', comment: line, end: openEnd }
      : { code: line.slice(at + openEnd.length), comment: line.slice(0, at), end: undefined };
  }
  for (const [start, end] of block) {
    const at = startOf(line, start);
    if (at !== -1) {
      const inner = at + start.length;
      const close = line.indexOf(end, inner);
      return close === -1
        ? { code: line.slice(0, at), comment: line.slice(inner), end }
        : {
            code: `${line.slice(0, at)} ${line.slice(close + end.length)}`,
            comment: line.slice(inner, close),
            end: undefined,
          };
    }
  }
  for (const mark of lineMarks) {
    const at = startOf(line, mark);
    if (at !== -1) {
      return { code: line.slice(0, at), comment: line.slice(at + mark.length), end: undefined };
    }
  }
  return { code: line, comment: '', end: undefined };
}

/** Addresses contain slashes, and formats percent signs: a comment has space before its mark. */
function startOf(line: string, mark: string): number {
  let at = line.indexOf(mark);
  while (at > 0 && !/\s/.test(line.charAt(at - 1))) at = line.indexOf(mark, at + 1);
  return at;
}
