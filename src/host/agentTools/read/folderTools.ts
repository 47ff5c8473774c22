import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { excludedGlobs, runRipgrep } from './ripgrepRunner';
import { fileTree } from './text/fileTree';
import { counted, listing, pageInput } from './text/listing';

const mostFiles = 50_000;

export const listDirectory: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'list_directory',
      title: 'List a folder',
      description: 'What is in one folder: folders with a slash, files with their size.',
      input: z.object({
        path: z.optional(z.string().check(z.describe('Default: the working folder.'))),
        ...pageInput,
      }),
      async run({ path = '.', ...page }) {
        const folder = await reader.paths.resolve(path);
        const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
          throw new UserError('folder.none', `${path} is not a folder that can be read.`, {
            cause: error,
          });
        });
        entries.sort(
          (one, other) =>
            Number(other.isDirectory()) - Number(one.isDirectory()) ||
            Number(one.name > other.name) ||
            -1,
        );
        const lines: string[] = [];
        await inParallel(entries.entries(), 16, async ([index, entry]) => {
          lines[index] = await described(folder, entry);
        });
        const heading = `${reader.paths.show(folder)}: ${counted(entries.length, 'entry', 'entries')}`;
        return textResult(listing(lines, { ...page, heading, usual: 200 }));
      },
    });
  },
};

async function described(
  folder: string,
  entry: { name: string; isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean },
): Promise<string> {
  if (entry.isDirectory()) {
    return `${entry.name}/`;
  }
  if (!entry.isFile()) {
    return `${entry.name} (${entry.isSymbolicLink() ? 'link' : 'no regular file'})`;
  }
  const size = await lstat(join(folder, entry.name)).then(
    found => found.size,
    () => undefined,
  );
  return size === undefined ? entry.name : `${entry.name} (${sizeText(size)})`;
}

function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

export const projectTree: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'project_tree',
      title: 'Tree of the project',
      description:
        'The folders and files of the project as a tree, without what .gitignore and the settings leave out. Deeper folders are told by the count of their files.',
      input: z.object({
        path: z.optional(z.string().check(z.describe('Default: the working folder.'))),
        depth: z.optional(
          z.int().check(z.minimum(1), z.maximum(10), z.describe('Levels shown. Default 3.')),
        ),
        ...pageInput,
      }),
      async run({ path = '.', depth = 3, ...page }, { signal }) {
        const root = await reader.paths.resolve(path);
        const found = await lstat(root).catch(() => undefined);
        if (!found?.isDirectory()) {
          throw new UserError('folder.none', `${path} is not a folder.`);
        }
        const { lines, isCut } = await runRipgrep({
          args: ['--files', '--hidden', ...excludedGlobs(root), '--glob', '!.git', '--', '.'],
          cwd: root,
          most: mostFiles,
          signal,
          log: context.log,
        });
        const files = lines.map(line => line.replaceAll('\\', '/').replace(/^\.\//, ''));
        const heading = `${reader.paths.show(root)}: ${isCut ? 'at least ' : ''}${counted(files.length, 'file')}`;
        return textResult(listing(fileTree(files, depth), { ...page, heading, usual: 300 }));
      },
    });
  },
};
