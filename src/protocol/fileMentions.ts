import type { LineRange, Mention } from '../contract/mentions';

/** UTF-16 units of a message in which files are looked for, and files found at most. */
const longestText = 100_000;
const mostMentions = 100;

/** Mention as agents read it: after a space or a bracket, quoted if it contains spaces. */
const mention = /(?<=^|[\s([{])@(?:"([^"\n]{1,4096})"|([^\s"@][^\s"]{0,4096}))/g;
const suffix = /#L?(\d{1,9})(?:-L?(\d{1,9}))?$/;

/** Adds the files that a text names with `@path` to the mentions that are known. */
export function withFileMentions(text: string, known: readonly Mention[]): readonly Mention[] {
  const mentions = new Map(
    known.filter(({ token }) => text.includes(token)).map(one => [one.token, one]),
  );
  for (const [whole, quoted, bare = ''] of text.slice(0, longestText).matchAll(mention)) {
    const path = quoted ?? bare.replace(/[.,;:!?)\]}'’]+$/, '');
    const token = quoted === undefined ? `@${path}` : whole;
    const isKnown = [...mentions.keys()].some(one => one.startsWith(token));
    if (!isKnown && isPath(path) && mentions.size < mostMentions) {
      mentions.set(token, { token, ...fileTarget(path) });
    }
  }
  return [...mentions.values()];
}

/** Names of people, packages and servers look alike; a path has a folder or an extension. */
function isPath(path: string): boolean {
  const isOther = /^agent-|^[\w-]+:|^[/\\]{2}/.test(path) && !/^[a-z]:[/\\]/i.test(path);
  return !isOther && (/[/\\]/.test(path) || /\.\w+(?:#L?\d+(?:-L?\d+)?)?$/.test(path));
}

function fileTarget(named: string): Pick<Mention, 'label' | 'target'> {
  const lines = linesOf(named);
  const path = lines ? named.replace(suffix, '') : named;
  const isFolder = /[/\\]$/.test(path);
  const name = path.split(/[/\\]/).findLast(part => part !== '') ?? path;
  const place = lines ? `:${lines.start}${lines.end > lines.start ? `-${lines.end}` : ''}` : '';
  return isFolder
    ? { label: `${name}/`, target: { kind: 'folder', path } }
    : { label: `${name}${place}`, target: { kind: 'file', path, ...(lines ? { lines } : {}) } };
}

function linesOf(named: string): LineRange | undefined {
  const [, from, to = from] = suffix.exec(named) ?? [];
  const start = Number(from);
  const end = Number(to);
  return start >= 1 && end >= start ? { start, end } : undefined;
}
