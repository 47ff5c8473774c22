import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { conversationTitle } from '../../base/conversationTitle';
import { omitUndefined } from '../../base/omitUndefined';
import { closeNumber, openNumber, statNumber, statPath } from '../../node/callbackFs';
import type { ListedSession, SkipReason } from './listedSession';
import { readEnds } from './sessionEnds';
import { type BesideSession, type FoundFile, readBeside } from './sessionFiles';
import { type SessionSummary, summarize } from './sessionSummary';

/** Facts read from a file, and the file state they were read from. */
export interface SessionEntry extends FileState {
  readonly found: SessionSummary | SkipReason;
}

/** Size and modification time that identify an unchanged file. */
export interface FileState {
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly mtime: number;
}

export interface ReadEntry {
  readonly entry: SessionEntry;
  /** Absent if the session is not listed. */
  readonly session?: ListedSession | undefined;
  /** Whether nothing can change what is listed but the transcript itself. */
  readonly isAlone: boolean;
}

/** @returns `undefined` if the file is gone; a state that no file has if `stat` fails otherwise */
export async function stateOf(path: string): Promise<FileState | undefined> {
  try {
    const { size, mtimeMs: mtime } = await statPath(path);
    return { size, mtime };
  } catch (error) {
    return isAbsent(error) ? undefined : { size: -1, mtime: 0 };
  }
}

/**
 * Reads both ends of a transcript, unless `known` describes its current state.
 * @returns `undefined` if the file is gone
 */
export async function readEntry(
  file: FoundFile,
  state: FileState,
  known: SessionEntry | undefined,
): Promise<ReadEntry | undefined> {
  try {
    const isKnown = known?.mtime === state.mtime && known.size === state.size;
    const entry = isKnown ? known : await readFileEnds(file.path);
    const { found } = entry;
    return typeof found === 'string' || !file.hasFolder
      ? aloneEntry(file, entry)
      : {
          ...{ entry, isAlone: false },
          session: toSession(file, entry, found, await readBeside(file)),
        };
  } catch (error) {
    // An impossible state forces a retry each time: permissions can change without the mtime.
    return isAbsent(error)
      ? undefined
      : {
          entry: { size: -1, mtime: -1, found: 'unreadable' },
          isAlone: false,
        };
  }
}

/** Returns what an entry says of a session without a folder of its own. */
export function aloneEntry(file: FoundFile, entry: SessionEntry): ReadEntry {
  const { found } = entry;
  return typeof found === 'string'
    ? { entry, isAlone: true }
    : { entry, isAlone: true, session: toSession(file, entry, found, { isArchived: false }) };
}

/**
 * Returns the cost in US dollars that the CLI has stored at the end of a transcript. A process that
 * resumes the session counts on from there. 0 if there is none: older versions store none.
 */
export async function storedCost(path: string): Promise<number> {
  try {
    const { found } = await readFileEnds(path);
    return typeof found === 'string' ? 0 : (found.costUsd ?? 0);
  } catch {
    // A transcript that cannot be read is the CLI's to report.
    return 0;
  }
}

async function readFileEnds(path: string): Promise<SessionEntry> {
  // A pipe under this name would keep a plain `open` waiting for its other end.
  const file = await openNumber(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await statNumber(file);
    const { size, mtimeMs: mtime } = stats;
    if (!stats.isFile()) {
      return { size, mtime, found: 'notAFile' };
    }
    const slug = basename(dirname(path));
    const found = size === 0 ? 'empty' : summarize(await readEnds(file, size), slug);
    return { size, mtime, found };
  } finally {
    await closeNumber(file);
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function toSession(
  { path, id }: FoundFile,
  { size, mtime }: FileState,
  summary: SessionSummary,
  beside: BesideSession,
): ListedSession {
  const { firstPrompt, lastPrompt, tag, branch, version, startedAt, costUsd, cwd } = summary;
  const name = summary.named ?? beside.title ?? summary.namedEarly;
  const given = name ?? summary.aiTitle ?? summary.summary;
  return {
    id,
    path,
    title: conversationTitle({ given, firstText: () => firstPrompt ?? lastPrompt }) ?? id,
    isNamed: name !== undefined,
    // A timestamp from a wrong clock must not keep the session at the top forever.
    at: Math.min(summary.saidAt ?? mtime, mtime),
    size,
    isArchived: beside.isArchived,
    ...omitUndefined({
      given,
      cwd,
      firstPrompt,
      lastPrompt,
      tag,
      branch,
      version,
      startedAt,
      costUsd,
    }),
  };
}
