/** Changes of one file, as in the output of `git diff`. */
export interface FileDiff {
  /** Path after the change, relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const header = 'diff --git ';

/**
 * Splits the output of `git diff` at its files. A line of a file's own text cannot start one, as each
 * of them begins with a space, a plus or a minus. With `m`, carriage returns would end lines, too.
 */
export function splitDiff(diff: string): FileDiff[] {
  const starts = [...diff.matchAll(/(?<=^|\n)diff --git /g)].map(({ index }) => index);
  return starts.map((start, at) => {
    const text = diff.slice(start, starts[at + 1]);
    return { path: pathIn(text), text };
  });
}

function pathIn(text: string): string {
  const end = text.search(/(?<=\n)(?:@@ |GIT binary patch|Binary files )/);
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n');
  const after = (start: string) => lines.find(line => line.startsWith(start))?.slice(start.length);
  const added = sideOf(after('+++ '), 'b/');
  const removed = sideOf(after('--- '), 'a/');
  const renamed = after('rename to ') ?? after('copy to ');
  return added ?? removed ?? (renamed === undefined ? halfOf(lines[0] ?? '') : unquoted(renamed));
}

function sideOf(name: string | undefined, prefix: string): string | undefined {
  // Git ends a name that has spaces with a tab.
  const plain = name === undefined ? undefined : unquoted(name.replace(/\t$/, ''));
  return plain?.startsWith(prefix) ? plain.slice(prefix.length) : undefined;
}

/** Reads `diff --git a/x b/x`, whose names are the same where no other line has them. */
function halfOf(line: string): string {
  const names = line.slice(header.length);
  const quoted = /^"(?:[^"\\]|\\.)*" ("(?:[^"\\]|\\.)*")$/.exec(names)?.[1];
  return (quoted ? unquoted(quoted) : names.slice(names.length / 2 + 1)).replace(/^b\//, '');
}

const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

/** Reads a name as git writes it: in quotes, with the escapes of C, where it has odd characters. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) {
    return name;
  }
  const bytes: number[] = [];
  for (const [, octal, letter, plain = ''] of name
    .slice(1, -1)
    .matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
    const text = letter === undefined ? plain : (escapes[letter] ?? letter);
    bytes.push(...(octal ? [Number.parseInt(octal, 8)] : Buffer.from(text)));
  }
  return Buffer.from(bytes).toString('utf8');
}
