import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../../base/abort';
import { messageOf, UserError } from '../../../base/errors';
import type { SessionId } from '../../../contract/ids';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import { openSessionFile, sessionPath } from '../sessionFile';
import { sessionFolder } from '../sessionFolder';
import { SubagentFolder } from '../subagentFolder';
import { readLines } from '../usage/readLines';
import { CallCollector } from './callCollector';

/** Calls of a stored conversation, as far as its transcript tells. */
export interface TranscriptCalls {
  /** Oldest first, with those of subagents. */
  readonly calls: readonly InspectedCall[];
  /** Lines that could not be read, and files of subagents. */
  readonly unreadable: number;
  /** Oldest calls that are too many. */
  readonly omitted: number;
}

export interface TranscriptCallsOptions {
  readonly signal: AbortSignalLike;
  /** Folder of the transcript, if it is not the session folder of `cwd`. */
  readonly folder?: string;
}

/** Files of subagents that are read. */
const mostAgents = 1_000;

/**
 * Reads the model calls that a session's transcript and those of its subagents report. Dead branches
 * are included: their calls were made. Without a file, there are no calls.
 * @throws UserError `session.unreadable` if the file exists but cannot be read; an error if aborted
 */
export async function readTranscriptCalls(
  session: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  { signal, folder: given }: TranscriptCallsOptions,
): Promise<TranscriptCalls> {
  const folder = given ?? (await sessionFolder(cwd, env));
  const collector = new CallCollector();
  const path = sessionPath(folder, session);
  try {
    await readFile(path, undefined, collector, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return collector.result();
    }
    throw signal.aborted || error instanceof UserError ? error : unreadable(path, error);
  }
  const agents = await new SubagentFolder(folder, session).list();
  for (const { path: agentPath, agentId } of agents.slice(0, mostAgents)) {
    try {
      await readFile(agentPath, agentId, collector, signal);
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      // The conversation's own calls are shown; the count says that some are missing.
      collector.badLine();
    }
  }
  return collector.result();
}

async function readFile(
  path: string,
  agentId: string | undefined,
  collector: CallCollector,
  signal: AbortSignalLike,
): Promise<void> {
  const file = await openSessionFile(path);
  try {
    const sink = {
      line: (text: string) => collector.line(text, agentId),
      overlong: () => collector.badLine(),
      read: () => undefined,
    };
    await readLines(file, { offset: 0, lines: 0 }, sink, signal);
  } finally {
    await file.close();
  }
}

function unreadable(path: string, cause: unknown): UserError {
  const message = l10n.t('The stored conversation cannot be read: {0}', messageOf(cause));
  return new UserError('session.unreadable', message, { cause, detail: path });
}
