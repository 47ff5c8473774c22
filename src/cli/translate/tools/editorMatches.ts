import type { Match, ToolContent } from '../../../contract/tools';
import { fullPath } from '../../../protocol/shownPaths';

/** Editor tools that answer with places; in other answers any line may look like a path. */
const matchTools = new Set([
  'references',
  'definition',
  'implementations',
  'call_hierarchy',
  'rename_preview',
  'workspace_symbols',
  'problems',
  'find_text',
  'code_search',
  'find_files',
  'test_failure',
]);

/** "(1 to 60 of 312. More: offset 60.)" */
const pageNote = /^\(\d+ to \d+ of (\d+)\..*\)$/;

/**
 * Converts an editor tool's result to places that can be opened. A heading is followed by
 * `path:line: text`, or by a path with indented lines of `line: text` or `from-to: text`. Lines that
 * are indented further are for the model only.
 * @returns undefined if a line has another form
 */
export function editorMatches(tool: string, text: string, cwd: string): ToolContent[] | undefined {
  if (!matchTools.has(tool)) {
    return undefined;
  }
  const [heading = '', ...lines] = text.split('\n');
  const notes = lines.filter(line => line.startsWith('('));
  const matches = matchesOf(
    lines.filter(line => !line.startsWith('(')),
    tool,
    cwd,
  );
  if (!matches || matches.length === 0) {
    return undefined;
  }
  const totals = notes.flatMap(note => pageNote.exec(note)?.[1] ?? []).map(Number);
  const words = [heading, ...notes.filter(note => !pageNote.test(note))].join(' ');
  const total = Math.max(matches.length, ...totals);
  return [{ type: 'matches', heading: words, matches, total, truncated: total > matches.length }];
}

function matchesOf(lines: readonly string[], tool: string, cwd: string): Match[] | undefined {
  const matches: Match[] = [];
  /** File of the lines that follow. */
  let file: { readonly path: string; count: number } | undefined;
  for (const line of lines) {
    if (/^ {4}\d+\| /.test(line)) continue;
    const [, inner, innerText] = /^ {2}(\d+)(?:-\d+)?: (.*)$/.exec(line) ?? [];
    const [, path, number, words] = /^(\S.*?):(\d+): (.*)$/.exec(line) ?? [];
    if (inner !== undefined && file) {
      matches.push({ path: file.path, line: Number(inner), ...textOf(innerText ?? '', tool) });
      file.count += 1;
    } else if (path !== undefined) {
      matches.push({ path: fullPath(path, cwd), line: Number(number), text: words ?? '' });
    } else if (!/^\S/.test(line) || file?.count === 0) {
      return undefined;
    } else if (tool === 'find_files') {
      matches.push({ path: fullPath(line, cwd) });
    } else {
      file = { path: fullPath(line, cwd), count: 0 };
    }
  }
  return file?.count === 0 ? undefined : matches;
}

/** The search of code says in brackets at the end of a line why it answers. */
function textOf(line: string, tool: string): Pick<Match, 'text' | 'reason'> {
  const at = tool === 'code_search' && line.endsWith(']') ? line.lastIndexOf(' [') : -1;
  return at === -1 ? { text: line } : { text: line.slice(0, at), reason: line.slice(at + 2, -1) };
}
