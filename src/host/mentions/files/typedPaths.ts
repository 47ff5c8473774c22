import type { Mention } from '../../../contract/mentions';

const quoted = /(?<!\w)@"([^"]+)"/g;
const bare = /(?<!\w)@(?!")(\S+)/g;

/**
 * Returns what the agent would take for paths of files in a text, besides the mentions: it expands
 * each `@word`, typed or pasted. Versions differ in where a path ends, so each end is named.
 */
export function typedPaths(text: string, mentions: readonly Mention[]): readonly string[] {
  const tokens = new Set(mentions.map(({ token }) => token));
  // The agent looks for both forms by themselves: a lone quote hides no later path.
  return [...text.matchAll(quoted), ...text.matchAll(bare)].flatMap(([whole, path = '']) =>
    tokens.has(whole) ? [] : readings(path),
  );
}

/**
 * Lines or a heading may follow `#`, which old versions accept in names, too. A bare path ends
 * for the agent with the last ASCII letter, digit or underscore; space around a path is dropped.
 */
function readings(path: string): readonly string[] {
  const wholes = [path, path.replace(/#[^#]*$/, ''), path.replace(/#.*$/s, '')];
  const all = wholes.flatMap(one => [one, one.trim(), /^.*\w/s.exec(one)?.[0].trim() ?? '']);
  return [...new Set(all)].filter(one => one !== '');
}
