import type { Match, ToolContent } from '../../../contract/tools';
import { fullPath } from './paths';

/** Tools of the editor that answer with places; of the other ones any line may look like a path. */
const placeTools = new Set([
  'references',
  'definition',
  'implementations',
  'call_hierarchy',
  'rename_preview',
  'workspace_symbols',
  'problems',
  'find_text',
  'find_files',
]);

/** "(1 to 60 of 312. More: offset 60.)" */
const pageNote = /^\(\d+ to \d+ of (\d+)\..*\)$/;

/**
 * What a tool of the editor's has found, as places that can be opened: below a heading either
 * `path:line: text`, or a path and below it `  line: text`. Undefined when a line has another form.
 */
export function editorPlaces(tool: string, text: string, cwd: string): ToolContent[] | undefined {
  if (!placeTools.has(tool)) {
    return undefined;
  }
  const [heading = '', ...lines] = text.split('\n');
  const notes = lines.filter(line => line.startsWith('('));
  const matches = matchesOf(
    lines.filter(line => !line.startsWith('(')),
    tool === 'find_files',
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

function matchesOf(lines: readonly string[], areFiles: boolean, cwd: string): Match[] | undefined {
  const matches: Match[] = [];
  /** Of the lines that follow. */
  let file: { readonly path: string; count: number } | undefined;
  for (const line of lines) {
    const [, inner, innerText] = /^ {2}(\d+): (.*)$/.exec(line) ?? [];
    const [, path, number, words] = /^(\S.*?):(\d+): (.*)$/.exec(line) ?? [];
    if (inner !== undefined && file) {
      matches.push({ path: file.path, line: Number(inner), text: innerText ?? '' });
      file.count += 1;
    } else if (path !== undefined) {
      matches.push({ path: fullPath(path, cwd), line: Number(number), text: words ?? '' });
    } else if (!/^\S/.test(line) || file?.count === 0) {
      return undefined;
    } else if (areFiles) {
      matches.push({ path: fullPath(line, cwd) });
    } else {
      file = { path: fullPath(line, cwd), count: 0 };
    }
  }
  return file?.count === 0 ? undefined : matches;
}
