import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { GitProgram } from '../../../node/git/gitProgram';
import { findRepository } from '../../../node/git/repository';
import { isWithin } from '../../../node/isWithin';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import type { AllowedPaths } from './text/allowedPaths';
import { type ChangedFile, parseGitStatus } from './text/gitStatus';
import { counted, cutLine, listing, pageInput } from './text/listing';

/** Milliseconds. */
const timeLimit = 20_000;
/** Maximum lines of all diffs together. */
const mostLines = 400;

/** The work tree is given with each call: a repository's settings may name another one. */
const unquoted = ['-c', 'core.quotePath=false'];

export const gitChanges: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    const { env, platform } = process;
    const git = new GitProgram({ env, platform });
    return defineTool({
      name: 'changed_files',
      title: 'Changed files',
      description:
        'What differs from the last commit of git: staged, changed and untracked files; with diff also the changed lines.',
      input: z.object({
        path: z.optional(z.string().check(z.describe('Only in this folder, or of this file.'))),
        diff: z.optional(
          z.boolean().check(z.describe('With the changed lines, bounded. Default false.')),
        ),
        ...pageInput,
      }),
      async run({ path, diff = false, ...page }, call) {
        const { paths } = reader;
        const at = await paths.resolve(path ?? '.');
        const repository = await findRepository(context.cwd);
        if (!repository) {
          throw new UserError('git.noRepository', `${context.cwd} is in no git repository.`);
        }
        const { root } = repository;
        const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeLimit)]);
        const read = (...args: string[]) =>
          git.read({ args: [`--work-tree=${root}`, ...unquoted, ...args], cwd: root, signal });
        const status = await read('status', '--porcelain=v1', '-z', '--untracked-files=all');
        const all = parseGitStatus(status);
        const isNear = await Promise.all(all.map(one => isWithin(at, join(root, one.path))));
        const changed = all.filter((_, index) => isNear[index]);
        const isInRoots = await Promise.all(
          changed.map(one => paths.contains(join(root, one.path))),
        );
        const shown = changed.filter((_, index) => isInRoots[index]);
        // The root has its symlinks resolved; the conversation's folder may not.
        const cwd = await realpath(context.cwd);
        const show = (file: string) =>
          paths.show(join(context.cwd, relative(cwd, join(root, file))));
        const entries = shown.map(
          ({ path: file, from, status: words }) =>
            `${show(file)}: ${words}${from === undefined ? '' : ` from ${show(from)}`}`,
        );
        const heading = counted(entries.length, 'changed file');
        const text = listing(entries, { ...page, heading, usual: 100 });
        return textResult(
          diff ? `${text}\n${await differences(await readableOf(shown, root, paths), read)}` : text,
        );
      },
    });
  },
};

const yes = () => true;
const no = () => false;

/** Leaves out files that may not be read, now or under the name before. */
async function readableOf(
  files: readonly ChangedFile[],
  root: string,
  paths: AllowedPaths,
): Promise<ChangedFile[]> {
  const names = ({ path, from = path }: ChangedFile) => [path, from].map(one => join(root, one));
  const readable = await paths.allReadable(files.flatMap(names));
  return files.filter(one => names(one).every(name => readable.has(name)));
}

async function differences(
  files: readonly ChangedFile[],
  read: (...args: string[]) => Promise<string>,
): Promise<string> {
  const tracked = files
    .filter(({ status: words }) => words !== 'untracked')
    .map(({ path }) => path);
  if (tracked.length === 0) {
    return '(No differences to show.)';
  }
  const hasCommit = await read('rev-parse', '--verify', '--quiet', 'HEAD').then(yes, no);
  const text = await read(
    ...['diff', '--no-color', '--unified=2'],
    ...(hasCommit ? ['HEAD'] : ['--cached']),
    ...['--', ...tracked.slice(0, 200).map(path => `:(literal,top)${path}`)],
  );
  const lines = text.trimEnd().split('\n').map(cutLine);
  return lines.length <= mostLines
    ? lines.join('\n')
    : `${lines.slice(0, mostLines).join('\n')}\n(${lines.length} lines in all. Name a file with path to see its own.)`;
}
