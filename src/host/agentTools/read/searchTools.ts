import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { fileCount, locationListing } from './foundLocations';
import { excludedGlobs, runRipgrep, searchScope } from './ripgrepRunner';
import { counted, listing, pageInput } from './text/listing';
import { type SearchTarget, TextSearch } from './textSearch';

/** Maximum number of results; a query with more is too broad. */
const mostFiles = 20_000;

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
            ...searchScope(includeIgnored),
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
        const { query, path, includeIgnored = false, offset, limit } = input;
        const target = await searchTarget(reader, path);
        const search = new TextSearch({ ...input, includeIgnored }, target, reader.paths, {
          signal,
          log: context.log,
        });
        const { places, isCut } = await search.find();
        const least = isCut ? 'at least ' : '';
        const files = places.length === 0 ? '' : ` in ${counted(fileCount(places), 'file')}`;
        const heading = `${least}${counted(places.length, 'line')} with ${JSON.stringify(query)}${files}`;
        const page = { offset, limit, heading, usual: 100 };
        return textResult(await locationListing(places, reader, page));
      },
    });
  },
};

/** @throws UserError `tool.absent`, and those of `readable` for a file */
async function searchTarget(reader: EditorReader, path: string | undefined): Promise<SearchTarget> {
  const { paths } = reader;
  const absolute = await paths.resolve(path ?? '.');
  const found = await stat(absolute).catch(() => undefined);
  if (!found) {
    throw new UserError('tool.absent', `${path} does not exist.`);
  }
  const isFile = found.isFile();
  if (isFile) {
    await paths.readable(absolute);
  }
  return { path: absolute, isFile };
}

async function requireFolder(absolute: string, path: string): Promise<void> {
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new UserError('tool.absent', `${path} is ${found ? 'no folder' : 'not there'}.`);
  }
}
