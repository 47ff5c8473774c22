import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { inParallel } from '../../base/inParallel';
import { GitProgram } from '../../node/git/gitProgram';
import { findRepository } from '../../node/git/repository';
import { runTool } from '../../node/runTool';
import { mostPaths } from './foundPath';

interface ListOptions {
  readonly root: string;
  /** Path of ripgrep, for folders outside of repositories. */
  readonly ripgrep?: string | undefined;
  readonly signal: AbortSignal;
}

/** Folders that are read at the same time. */
const foldersAtOnce = 8;

/** Names of folders that hold nothing to mention, where no program knows what is ignored. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv']);

/**
 * Lists the files below a folder that git does not ignore, relative to it, with forward slashes.
 * Never rejects: a folder that cannot be listed has no files.
 */
export async function listPaths(options: ListOptions): Promise<readonly string[]> {
  const ways = [listByGit, listByRipgrep, listByWalking];
  for (const list of ways) {
    const paths = await list(options).catch(() => undefined);
    if (paths) return paths;
  }
  return [];
}

async function listByGit({ root, signal }: ListOptions): Promise<readonly string[] | undefined> {
  if (!(await findRepository(root))) {
    return undefined;
  }
  const git = new GitProgram({ env: process.env, platform: process.platform });
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.'];
    const text = await git.read({ args, cwd: root, signal });
    // A file with conflicts is listed once for each side.
    return [...new Set(text.split('\0'))].filter(path => path !== '');
  } finally {
    git.dispose();
  }
}

async function listByRipgrep({ root, ripgrep }: ListOptions) {
  if (ripgrep === undefined) {
    return undefined;
  }
  const options = [
    '--no-config',
    '--no-messages',
    '--color=never',
    '--files',
    '--hidden',
    '--null',
  ];
  const { code, stdout } = await runTool(ripgrep, [...options, '--glob=!.git', '--', root]);
  // Code 1: there are no files.
  if (code !== 0 && code !== 1) {
    return undefined;
  }
  return stdout
    .split('\0')
    .filter(path => path !== '')
    .map(path => relative(root, path).split(sep).join('/'));
}

async function listByWalking({ root, signal }: ListOptions): Promise<readonly string[]> {
  const files: string[] = [];
  for (let level = ['']; level.length > 0; ) {
    const next: string[] = [];
    await inParallel(level, foldersAtOnce, async folder => {
      if (signal.aborted || files.length > mostPaths) {
        return;
      }
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      const start = folder === '' ? '' : `${folder}/`;
      for (const entry of entries) {
        const path = start + entry.name;
        if (!entry.isDirectory()) files.push(path);
        else if (!skipped.has(entry.name)) next.push(path);
      }
    });
    level = next;
  }
  return files;
}
