import { headOf, readFrontMatter } from '../definitions/frontMatter';

/** Keys of a head, without dashes and capitals, that run something or allow it. */
const telling: ReadonlySet<string> = new Set([
  'hooks',
  'allowedtools',
  // Heads of skills may hold the manifest of a plugin.
  ...['mcpservers', 'lspservers', 'monitors', 'channels', 'workflows', 'settings', 'experimental'],
]);
/** Finds such a key also where a parser of another YAML version would begin a line. */
const tellingLine = /^[ \t]*["']?(?:hooks|allowed-tools)["']?\s*:/m;

/** Characters. Nobody reads a longer head, and hostile YAML takes long. */
const longestHead = 8_000;

/**
 * Returns the head and the lines that run something when Claude Code expands a command or skill.
 * @returns undefined for a text that runs and allows nothing
 */
export async function runningText(text: string): Promise<string | undefined> {
  const lines = runningLines(text);
  const heads = headsOf(text);
  const areTelling = await Promise.all(heads.map(isTelling));
  return lines.length > 0 || areTelling.includes(true)
    ? [...heads.slice(0, 1), ...lines].filter(Boolean).join('\n')
    : undefined;
}

/** Returns the head as Tandem reads it, and as the CLI does, if they differ. */
function headsOf(text: string): readonly string[] {
  const heads = [headOf(text), cliHeadOf(text)].filter(head => head.trim() !== '');
  return heads.filter((head, index) => heads.findIndex(one => isSameHead(one, head)) === index);
}

function isSameHead(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

/** Follows Claude Code 2.1.329, for which a head ends at the first dashes, even in a line. */
function cliHeadOf(text: string): string {
  const start = /^\uFEFF?---\s*\n/.exec(text)?.[0].length;
  const end = start === undefined ? -1 : text.indexOf('---', start);
  return end === -1 ? '' : text.slice(start, end);
}

/** True also for a head that cannot be judged. */
async function isTelling(head: string): Promise<boolean> {
  if (head.length > longestHead || tellingLine.test(head)) {
    return true;
  }
  const { fields, isGuessed } = await readFrontMatter(`---\n${head}\n---\n`);
  const keys = Object.keys(fields).map(key => key.toLowerCase().replace(/[\s_-]/g, ''));
  return isGuessed === true || keys.some(key => telling.has(key));
}

/** Returns lines with a command, and blocks of commands with their ends. */
function runningLines(text: string): readonly string[] {
  let isInBlock = false;
  return text.split(/\r\n?|\n/).filter(line => {
    const opens = line.lastIndexOf('```!');
    const wasInBlock = isInBlock;
    isInBlock =
      opens === -1 ? wasInBlock && !line.includes('```') : !line.includes('```', opens + 4);
    return wasInBlock || opens !== -1 || line.includes('!`');
  });
}
