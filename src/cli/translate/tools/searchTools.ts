import { omitUndefined } from '../../../base/omitUndefined';
import type { Match, ToolContent } from '../../../contract/tools';
import { fullPath, isAbsolutePath } from '../../../protocol/shownPaths';
import { readToolResult } from '../../../protocol/toolResults';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

export const glob = toolSpec(
  'glob',
  'glob',
  wire => omitUndefined({ pattern: wire.pattern, path: wire.path }),
  { target: input => textAt(input, 'pattern'), content: globContent },
);

export const grep = toolSpec(
  'grep',
  'grep',
  wire =>
    omitUndefined({
      pattern: wire.pattern,
      path: wire.path,
      glob: wire.glob,
      outputMode: wire.output_mode,
    }),
  { target: input => textAt(input, 'pattern'), content: grepContent },
);

const truncatedNote = /^\(Results are truncated/;

function globContent({ structured, text, cwd }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('glob', structured);
  if (parts) {
    const { filenames, numFiles, totalMatches, truncated = false } = parts;
    const matches = filenames.map(path => ({ path: fullPath(path, cwd) }));
    const total = totalMatches ?? numFiles ?? filenames.length;
    return [{ type: 'matches', matches, total, truncated }];
  }
  return fileLines(text, cwd);
}

function grepContent({ structured, text, input, cwd }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('grep', structured);
  const mode = parts?.mode ?? textAt(input, 'output_mode') ?? 'files_with_matches';
  if (mode === 'count') {
    return undefined;
  }
  if (mode === 'content') {
    const lines = parts?.content ?? text;
    const matches = matchingLines(lines, textAt(input, 'path'), cwd);
    return (
      matches && [
        {
          type: 'matches',
          matches,
          total: parts?.numLines ?? matches.length,
          truncated: parts?.appliedLimit !== undefined,
        },
      ]
    );
  }
  if (parts) {
    const matches = parts.filenames.map(path => ({ path: fullPath(path, cwd) }));
    const total = parts.totalFiles ?? parts.numFiles ?? matches.length;
    return [{ type: 'matches', matches, total, truncated: total > matches.length }];
  }
  return fileLines(text.replace(/^Found \d+ files?\n/, ''), cwd);
}

/** Reads one path per line. */
function fileLines(text: string, cwd: string): ToolContent[] | undefined {
  if (text === 'No files found') {
    return [{ type: 'matches', matches: [], total: 0, truncated: false }];
  }
  const lines = text.split('\n').filter(line => line !== '');
  const paths = lines.filter(line => !truncatedNote.test(line));
  if (paths.some(path => !isAbsolutePath(path))) {
    return undefined;
  }
  const matches = paths.map(path => ({ path: fullPath(path, cwd) }));
  return [
    {
      type: 'matches',
      matches,
      total: matches.length,
      truncated: paths.length < lines.length,
    },
  ];
}

/** Reads `path:line:text`, or `line:text` in one file; `undefined` if a line has another form. */
function matchingLines(text: string, file: string | undefined, cwd: string): Match[] | undefined {
  const matches: Match[] = [];
  for (const line of text.split('\n')) {
    const inFile = /^(\d+):(.*)$/.exec(line);
    const anywhere = /^((?:[a-zA-Z]:)?[^:]+):(\d+):(.*)$/.exec(line);
    if (inFile && file !== undefined) {
      matches.push(matchOf(file, inFile[1], inFile[2], cwd));
    } else if (anywhere?.[1] !== undefined) {
      matches.push(matchOf(anywhere[1], anywhere[2], anywhere[3], cwd));
    } else {
      return undefined;
    }
  }
  return matches;
}

function matchOf(path: string, line: string | undefined, text: string | undefined, cwd: string) {
  return { path: fullPath(path, cwd), line: Number(line), text: text ?? '' };
}
