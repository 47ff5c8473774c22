import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { UserError } from '../../../base/errors';
import { isSecretFile } from '../../../base/secretFiles';
import { isWithin } from '../../../node/isWithin';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { fileCount, inOrder, locationListing } from './foundLocations';
import { excludedGlobs, runRipgrep } from './ripgrepRunner';
import { counted, cutLine, listing, pageInput } from './text/listing';

/** Maximum number of results; a query with more is too broad. */
const mostFiles = 20_000;
const mostLines = 2_000;

const folder = z.optional(
  z.string().check(z.describe('Where to search: a folder or a file. Default: the working folder.')),
);
const ignored = z.optional(
  z.boolean().check(z.describe('Also what .gitignore and the settings leave out. Default false.')),
);

export const findFiles: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'find_files',
      title: 'Find files',
      description:
        'Finds files by name: a glob ("src/**/*.test.ts"), or a part of the name ("draft"). Leaves out what .gitignore and the editor\'s settings exclude.',
      input: z.object({
        pattern: z.string().check(z.minLength(1)),
        path: folder,
        includeIgnored: ignored,
        ...pageInput,
      }),
      async run({ pattern, path, includeIgnored = false, ...page }, { signal }) {
        const root = await reader.paths.resolve(path ?? '.');
        await requireFolder(root, path ?? '.');
        const isGlob = /[*?[{/]/.test(pattern);
        const glob = isGlob ? pattern.replace(/^\.\//, '') : `*${pattern}*`;
        const { lines, isCut } = await runRipgrep({
          args: [
            '--files',
            ...scope(includeIgnored),
            // The last matching glob decides, so the exclusions come after the pattern.
            ...(isGlob ? ['--glob', glob] : ['--iglob', glob]),
            ...(includeIgnored ? [] : excludedGlobs(root)),
            ...['--glob', '!.git', '--', '.'],
          ],
          cwd: root,
          most: mostFiles,
          signal,
          log: context.log,
        });
        const files = lines.map(line => reader.paths.show(join(root, line))).sort();
        const least = isCut ? 'at least ' : '';
        const heading = `${least}${counted(files.length, 'file')} with ${pattern}`;
        return textResult(listing(files, { ...page, heading, usual: 100 }));
      },
    });
  },
};

export const findText: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'find_text',
      title: 'Find text',
      description:
        'Searches the text of files, with what the user has typed and not saved. For uses of a symbol prefer references.',
      input: z.object({
        query: z.string().check(z.minLength(1)),
        isRegex: z.optional(
          z.boolean().check(z.describe('The query is a regular expression. Default false.')),
        ),
        matchCase: z.optional(z.boolean().check(z.describe('Default false.'))),
        wholeWord: z.optional(z.boolean().check(z.describe('Default false.'))),
        path: folder,
        include: z.optional(
          z.string().check(z.describe('Only files that fit this glob, for example "*.ts".')),
        ),
        includeIgnored: ignored,
        ...pageInput,
      }),
      async run(input, { signal }) {
        const { query, path, include, includeIgnored = false, ...page } = input;
        const { paths } = reader;
        const named = await paths.resolve(path ?? '.');
        const found = await stat(named).catch(() => undefined);
        if (!found) {
          throw new UserError('absent', `${path} does not exist.`);
        }
        const isFile = found.isFile();
        if (isFile) {
          await paths.readable(named);
        }
        const root = isFile ? dirname(named) : named;
        const matching = [
          '--line-number',
          '--no-heading',
          '--max-columns=2000',
          '--max-columns-preview',
          input.isRegex ? [] : '--fixed-strings',
          input.matchCase ? '--case-sensitive' : '--ignore-case',
          input.wholeWord ? '--word-regexp' : [],
        ].flat();
        const ask = { cwd: root, most: mostLines, signal, log: context.log };
        const unsaved = await unsavedIn(named);
        const stored = await runRipgrep({
          ...ask,
          args: [
            ...[...matching, '--with-filename', '--null', ...scope(includeIgnored)],
            ...(include === undefined ? [] : ['--glob', include]),
            ...(includeIgnored || isFile ? [] : excludedGlobs(root)),
            ...['--glob', '!.git', '--regexp', query, '--', isFile ? basename(named) : '.'],
          ],
        });
        const typed = await Promise.all(
          unsaved
            .filter(document => include === undefined || fits(document, root, include))
            .map(async document => {
              const { lines } = await runRipgrep({
                ...ask,
                args: [...matching, '--no-filename', '--regexp', query, '--', '-'],
                input: document.getText(),
              });
              return lines.map(line => matchOf(document.uri.fsPath, line, 'unsaved:'));
            }),
        );
        const dirty = new Set(unsaved.map(({ uri }) => uri.fsPath));
        const saved = stored.lines.map(line => {
          const [file = '', rest = ''] = line.split('\0');
          // Spelled as in the editor, which may write the drive letter differently.
          return matchOf(vscode.Uri.file(join(root, file)).fsPath, rest);
        });
        const all = [...saved.filter(one => one && !dirty.has(one.path)), ...typed.flat()];
        const places = inOrder(all.flatMap(one => (one && !isSecretFile(one.path) ? [one] : [])));
        const least = stored.isCut ? 'at least ' : '';
        const files = places.length === 0 ? '' : ` in ${counted(fileCount(places), 'file')}`;
        const heading = `${least}${counted(places.length, 'line')} with ${JSON.stringify(query)}${files}`;
        return textResult(await locationListing(places, reader, { ...page, heading, usual: 100 }));
      },
    });
  },
};

/** Parses a line of ripgrep output: `12:the text`. */
function matchOf(path: string, line: string, note?: string) {
  const [, number, text = ''] = /^(\d+):([\s\S]*)$/.exec(line) ?? [];
  return number === undefined
    ? undefined
    : {
        path,
        line: Number(number) - 1,
        character: 0,
        shown: cutLine(text.trim()),
        ...(note === undefined ? {} : { note }),
      };
}

function scope(includeIgnored: boolean): string[] {
  return includeIgnored ? ['--no-ignore', '--hidden'] : ['--hidden'];
}

async function unsavedIn(path: string): Promise<vscode.TextDocument[]> {
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
  );
  const inside = await Promise.all(dirty.map(({ uri }) => isWithin(path, uri.fsPath)));
  return dirty.filter((_, index) => inside[index]);
}

/** Matches as ripgrep does: a glob without a slash applies to the file name alone. */
function fits(document: vscode.TextDocument, root: string, glob: string): boolean {
  const pattern = glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`;
  const selector = { pattern: new vscode.RelativePattern(root, pattern) };
  return vscode.languages.match(selector, document) > 0;
}

async function requireFolder(absolute: string, path: string): Promise<void> {
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new UserError('absent', `${path} is ${found ? 'no folder' : 'not there'}.`);
  }
}
