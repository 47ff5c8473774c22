import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { given } from '../translate/given';
import { readEnds } from './sessionEnds';
import { type BesideSession, type FoundFile, readBeside } from './sessionFiles';
import { type SessionSummary, summarize } from './sessionSummary';
import type { SkipReason, StoredSession } from './storedSession';

/** What is known of a file, and of which state of it. */
export interface SessionEntry {
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly mtime: number;
  readonly found: SessionSummary | SkipReason;
}

export interface ReadEntry {
  readonly entry: SessionEntry;
  /** Absent for what is not listed. */
  readonly session?: StoredSession | undefined;
}

/**
 * Reads a transcript's ends, or nothing of it when it is as `known` has it.
 * @returns `undefined` when it is gone
 */
export async function readEntry(
  file: FoundFile,
  known: SessionEntry | undefined,
): Promise<ReadEntry | undefined> {
  try {
    const entry = await lookAt(file.path, known);
    const { found } = entry;
    return typeof found === 'string'
      ? { entry }
      : { entry, session: toSession(file, entry, found, await readBeside(file.path)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    return { entry: { size: 0, mtime: 0, found: 'unreadable' } };
  }
}

async function lookAt(path: string, known: SessionEntry | undefined): Promise<SessionEntry> {
  // A pipe under this name would keep a plain `open` waiting for its other end.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    const { size, mtimeMs: mtime } = stats;
    if (!stats.isFile()) {
      return { size: 0, mtime, found: 'notAFile' };
    }
    if (known?.mtime === mtime && known.size === size) {
      return known;
    }
    const slug = basename(dirname(path));
    const found = size === 0 ? 'empty' : summarize(await readEnds(handle, size), slug);
    return { size, mtime, found };
  } finally {
    await handle.close();
  }
}

function toSession(
  { path, id }: FoundFile,
  { size, mtime }: SessionEntry,
  summary: SessionSummary,
  beside: BesideSession,
): StoredSession {
  const { firstPrompt, tag, branch, version, startedAt, costUsd, cwd } = summary;
  const name = summary.named ?? beside.title ?? summary.namedEarly;
  const made = summary.aiTitle ?? summary.lastPrompt ?? summary.summary ?? firstPrompt;
  return {
    id,
    path,
    title: name ?? made ?? id,
    isNamed: name !== undefined,
    // A clock that was wrong must not keep it at the top for ever.
    at: Math.min(summary.saidAt ?? mtime, mtime),
    size,
    isArchived: beside.isArchived,
    ...given({ cwd, firstPrompt, tag, branch, version, startedAt, costUsd }),
  };
}
