import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CodeIndexes } from '../../../src/core/codeIndex/codeIndexes';
import type { FoundPassage } from '../../../src/core/codeIndex/search/findPassages';
import { worthReading } from '../../../src/core/codeIndex/search/worthReading';
import { stopWords } from '../../../src/core/codeIndex/text/stopWords';
import type { CodeQuestion } from './questions';

const run = promisify(execFile);

/** Results that are looked at. */
const most = 10;

export interface CodeFolder {
  readonly root: string;
  /** Folder for the index. */
  readonly storage: string;
  readonly ripgrep: string;
}

/** Returns the best passages, as the tool does for files that may all be read. */
export async function searchCode(
  indexes: CodeIndexes,
  { root, storage, ripgrep }: CodeFolder,
  question: string,
): Promise<readonly FoundPassage[]> {
  const denied = { isAll: false, below: [] };
  const roots = [{ root, excludes: [], denied, under: '' }];
  const rank = { id: 1, kind: 'rank', roots, ripgrep, storage, question, most: 200 } as const;
  const ranked = await indexes.answer({ ...rank, open: [], patience: 600_000 });
  if (ranked.kind !== 'ranked') throw new Error(JSON.stringify(ranked));
  const { rarities } = ranked;
  const files = worthReading(ranked.files);
  const read = await indexes.answer({ id: 2, kind: 'read', question, rarities, files, most });
  if (read.kind !== 'read') throw new Error(JSON.stringify(read));
  return read.passages;
}

/** Returns the questions whose answer is not among the ten best passages. */
export async function missedBySearch(
  folder: CodeFolder,
  questions: readonly CodeQuestion[],
): Promise<readonly CodeQuestion[]> {
  const indexes = new CodeIndexes(() => undefined);
  const missed: CodeQuestion[] = [];
  for (const one of questions) {
    const passages = await searchCode(indexes, folder, one.question);
    const hits = passages.filter(({ path }) => one.files.includes(path));
    const isHit = await Promise.all(
      hits.map(passage => contains(folder.root, passage, one.symbol)),
    );
    if (!isHit.includes(true)) missed.push(one);
  }
  indexes.dispose();
  return missed;
}

async function contains(
  root: string,
  { path, from, to }: FoundPassage,
  symbol: string | undefined,
): Promise<boolean> {
  const lines = (await readFile(join(root, path), 'utf8')).split('\n').slice(from, to + 1);
  return symbol === undefined || lines.some(line => line.includes(symbol));
}

/**
 * Returns the questions whose answer is not among the ten best files by ripgrep: those with most of
 * the question's words, and then with most lines. A file suffices, whatever the line.
 */
export async function missedByRipgrep(
  folder: CodeFolder,
  questions: readonly CodeQuestion[],
): Promise<readonly CodeQuestion[]> {
  const missed: CodeQuestion[] = [];
  for (const one of questions) {
    const found = (await rankByRipgrep(folder, one.question)).slice(0, most);
    if (!found.some(path => one.files.includes(path))) missed.push(one);
  }
  return missed;
}

/** Returns files with words of a question, the best first. */
export async function rankByRipgrep(
  { root, ripgrep }: CodeFolder,
  question: string,
): Promise<readonly string[]> {
  const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    word => word.length > 1 && !stopWords.has(word),
  );
  const args = ['--no-config', '--hidden', '--glob', '!.git', '--ignore-case', '--only-matching'];
  const { stdout } = await run(
    ripgrep,
    [...args, '--no-heading', '--with-filename', '--null', '--regexp', words.join('|'), '.'],
    { cwd: root, maxBuffer: 1024 * 1024 * 1024 },
  ).catch(() => ({ stdout: '' }));
  const files = new Map<string, { readonly words: Set<string>; lines: number }>();
  for (const line of stdout.split('\n')) {
    const [path = '', word = ''] = line.split('\0');
    if (path === '') continue;
    const known = files.get(path.slice(2)) ?? { words: new Set<string>(), lines: 0 };
    files.set(path.slice(2), known);
    known.words.add(word.toLowerCase());
    known.lines += 1;
  }
  return [...files]
    .sort(([, one], [, other]) => other.words.size - one.words.size || other.lines - one.lines)
    .map(([path]) => path);
}
