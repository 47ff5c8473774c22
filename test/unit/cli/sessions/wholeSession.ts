import { sessionChain } from '../../../../src/cli/sessions/sessionChain';
import { chainEvents, describe } from '../../../../src/cli/sessions/sessionEvents';
import type { SessionLine } from '../../../../src/protocol/sessionLine';

interface SessionRecord {
  readonly lines: readonly SessionLine[];
  /** Folder to which displayed paths are relative. */
  readonly cwd: string;
  /** Id of the line up to which the session is read; absent: to its end. */
  readonly until?: string | undefined;
}

/** Converts a stored session that is read at once; the product reads it page by page. */
export function wholeSession({ lines, cwd, until }: SessionRecord) {
  const chain = sessionChain(lines, until);
  const events = chainEvents({ chain, subagents: [], cwd, isLast: true });
  return [...events, ...describe(chain, lines)];
}
