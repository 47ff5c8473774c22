import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../../base/inParallel';
import type { MemoryFile } from './memoryFile';
import { MemoryReader } from './memoryReader';

/** Folders that are looked at, how deep, and how many at the same time. */
const mostFolders = 4_000;
const deepest = 10;
const foldersAtOnce = 8;
const mostFiles = 100;

/** Names of folders that hold no code of the project. */
const skipped = new Set(['node_modules', 'bower_components', 'vendor', '__pycache__', 'venv']);

const names = ['CLAUDE.md', join('.claude', 'CLAUDE.md'), 'CLAUDE.local.md'];

/** Memory files in folders below the project's own. */
export interface NestedMemory {
  readonly files: readonly MemoryFile[];
  /** True if some folders were not looked at. */
  readonly isCut: boolean;
}

/**
 * Finds memory files below a folder, which the CLI sends only when it works with files beside them.
 * Links are not followed, and folders with a point before the name are left out. Never rejects.
 */
export async function readNestedMemory(
  cwd: string | undefined,
  home: string,
): Promise<NestedMemory> {
  if (cwd === undefined) {
    return { files: [], isCut: false };
  }
  const { paths, isCut } = await memoryPaths(cwd);
  const reader = new MemoryReader({ home, cwd });
  const files: MemoryFile[] = [];
  for (const path of paths.slice(0, mostFiles)) {
    files.push(await reader.file(path, false));
  }
  return {
    files: files.filter(({ state }) => state !== 'missing' && state !== 'repeated'),
    isCut: isCut || paths.length > mostFiles,
  };
}

async function memoryPaths(root: string): Promise<{ paths: string[]; isCut: boolean }> {
  const paths: string[] = [];
  let looks = 0;
  let isCut = false;
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) {
      isCut = true;
      break;
    }
    const next: string[] = [];
    await inParallel(level, foldersAtOnce, async folder => {
      if (looks >= mostFolders) {
        isCut = true;
        return;
      }
      looks += 1;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const own = new Set(entries.map(({ name }) => name));
      if (folder !== root) {
        const there = names.filter(name => own.has(name.split(/[/\\]/, 1)[0] ?? ''));
        paths.push(...there.map(name => join(folder, name)));
      }
      const folders = entries.filter(
        entry => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name),
      );
      next.push(...folders.map(({ name }) => join(folder, name)));
    });
    level = next;
  }
  return { paths: paths.sort(), isCut };
}
