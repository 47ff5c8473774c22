import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { FolderProgram } from '../../contract/programs';
import { hasCode } from '../../node/hasCode';

/** Bytes. A larger file is listed as unreadable. */
const largestFile = 256 * 1024;
/** Maximum number of files and folders that tell whether a folder with too many has changed. */
const mostLooks = 5_000;

/** A program of a file that is known otherwise. */
export interface FoundProgram extends Omit<FolderProgram, 'file'> {
  /** Goes into the hash besides: the text leaves some of it out. */
  readonly raw?: unknown;
}

/** Programs of one file. `content` goes into the hash, but is not shown. */
export interface FileReading {
  readonly path: string;
  readonly found: readonly FoundProgram[];
  /** Rules that the user gave by answers, or that came with the folder. */
  readonly doubtful?: readonly FoundProgram[];
  readonly content?: string;
  /** Path that the hash takes instead: the answer for a main worktree holds for a linked one. */
  readonly hashedAs?: string;
}

/** A file that nobody can judge: its programs say why. */
export type Unreadable = Pick<FileReading, 'found' | 'content'>;

function unreadable(text: string): FoundProgram {
  return { kind: 'unreadable', name: '', text };
}

/**
 * Describes a folder that is searched to its limits only.
 * @param path absolute
 * @param counting folders in it whose files tell whether it has changed
 */
export async function unsearchable(
  path: string,
  counting: readonly string[] = [path],
): Promise<FileReading> {
  const why = l10n.t('It holds too many files, or folders nested too deeply.');
  return { path, found: [unreadable(why)], content: await looksOf(path, counting) };
}

/** Returns a digest of the names, sizes and times below folders, as far as they are looked at. */
async function looksOf(path: string, folders: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  const open = [...folders];
  for (let seen = 0; seen < mostLooks; seen += 1) {
    const next = open.shift();
    if (next === undefined) {
      break;
    }
    const is = await stat(next).catch(() => undefined);
    digest.update(JSON.stringify([relative(path, next), is?.isFile() ? [is.size, is.mtimeMs] : 0]));
    if (is?.isDirectory()) {
      const names = await readdir(next).catch(() => []);
      open.push(...names.sort().map(name => join(next, name)));
    }
  }
  return digest.digest('hex');
}

export async function readJson(
  path: string,
  list: (value: JsonObject) => readonly FoundProgram[],
): Promise<FileReading> {
  const text = await readText(path);
  if (text === undefined) {
    return { path, found: [] };
  }
  if (typeof text !== 'string') {
    return { path, ...text };
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isObject(value)) {
      return { path, found: list(value) };
    }
    return { path, found: [unreadable(l10n.t('It is not a JSON object.'))], content: text };
  } catch (error) {
    // An empty file brings nothing.
    const found = text.trim() === '' ? [] : [unreadable(messageOf(error))];
    return { path, found, content: text };
  }
}

/** @param files those of the folder that count; undefined if there are too many */
export async function readFiles(
  folder: string,
  files: readonly string[] | undefined,
  describe: (
    path: string,
    text: string,
  ) => FoundProgram | undefined | Promise<FoundProgram | undefined>,
): Promise<FileReading[]> {
  if (!files) {
    return [await unsearchable(folder)];
  }
  const readings: FileReading[] = [];
  for (const path of files) {
    const text = await readText(path);
    if (typeof text === 'string') {
      const found = await describe(path, text);
      readings.push({ path, found: found ? [found] : [], content: text });
    } else if (text) {
      readings.push({ path, ...text });
    }
  }
  return readings;
}

/**
 * Returns a file's text, why it cannot be read, or undefined if there is none.
 * @param encoding `latin1` tells apart all contents, also those that are no text
 */
export async function readText(
  path: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string | Unreadable | undefined> {
  try {
    const is = await stat(path);
    // Opening a pipe would wait for its writer.
    if (!is.isFile()) {
      return { found: [unreadable(l10n.t('It is not a file.'))] };
    }
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(largestFile + 1), 0);
      if (bytesRead <= largestFile) {
        return buffer.toString(encoding, 0, bytesRead);
      }
      // A change that keeps the size still asks again.
      const content = `${is.size} ${is.mtimeMs}`;
      return { found: [unreadable(l10n.t('It is too large.'))], content };
    } finally {
      await file.close();
    }
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR')
      ? undefined
      : { found: [unreadable(messageOf(error))] };
  }
}
