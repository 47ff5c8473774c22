import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { pathBelow } from '../../../node/pathBelow';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { CodeSearch } from '../codeIndex/codeSearch';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { codeListing } from './text/codeListing';

/** @param search shared by all conversations of the window */
export function codeSearchTool(search: Pick<CodeSearch, 'find'>): EditorTool {
  return {
    group: 'readOnly',
    make(context) {
      const reader = EditorReader.of(context);
      return defineTool({
        name: 'code_search',
        title: 'Search code',
        description:
          'Finds code by what it does, in plain English or by names that you remember in part: "where is a redirect followed". Answers with the best functions, classes and blocks of all folders, and with the words that matched. For an exact name prefer workspace_symbols, for exact text find_text.',
        input: z.object({
          query: z
            .string()
            .check(
              z.minLength(1),
              z.maxLength(2_000),
              z.describe(
                'What the code does or is about. Words that the code itself may use help.',
              ),
            ),
          path: z.optional(
            z.string().check(z.describe('Only this folder or file. Default: all folders.')),
          ),
          limit: z.optional(
            z.int().check(z.minimum(1), z.maximum(30), z.describe('Places. Default 10.')),
          ),
        }),
        async run({ query, path, limit = 10 }, { signal }) {
          const { paths } = reader;
          const answer = await search.find({
            question: query,
            places: await placesOf(reader, path),
            folders: paths.roots,
            most: limit,
            signal,
            allReadable: all => paths.allReadable(all),
          });
          const show = (root: string, file: string) => paths.show(join(root, file));
          return textResult(codeListing(query, answer, show));
        },
      });
    },
  };
}

/** @throws UserError `tool.absent`, `file.outside`, and those of `readable` for a file */
async function placesOf({ paths }: EditorReader, path: string | undefined) {
  const roots = outermost(paths.roots);
  if (path === undefined) {
    return roots.map(root => ({ root, under: '' }));
  }
  const absolute = await paths.resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) {
    throw new UserError('tool.absent', `${path} does not exist.`);
  }
  if (found.isFile()) {
    await paths.readable(absolute);
  }
  for (const root of roots) {
    const under = pathBelow(root, absolute);
    if (under !== undefined) return [{ root, under: under.split(sep).join('/') }];
  }
  throw new UserError('tool.absent', `${path} is a link. Name the folder that it leads to.`);
}

/** Leaves out folders that lie in others. */
function outermost(roots: readonly string[]): readonly string[] {
  return roots.filter(
    root => !roots.some(other => other !== root && pathBelow(other, root) !== undefined),
  );
}
