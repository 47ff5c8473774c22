import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { isSessionId } from '../../contract/ids';
import { storedTime } from '../../node/storedTime';
import { flag, number, text } from '../../protocol/lenient';

/** Facts about one stored conversation, in a file of its own that is replaced as a whole. */
export interface SessionHead {
  readonly id: SessionId;
  /** Name of the agent in `tandem.agents`. */
  readonly agent: string;
  /** Agent's own id of the session; absent until it has one. */
  readonly agentSessionId?: string | undefined;
  readonly cwd: string;
  readonly title?: string | undefined;
  /** True if the user has named it: the agent's own titles no longer count. */
  readonly isNamed?: boolean | undefined;
  /** First words of the user, for a title. */
  readonly firstText?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly costUsd?: number | undefined;
  /** True if the history is the agent's alone so far: it is read when the session is loaded. */
  readonly isUnread?: boolean | undefined;
  /** True if the agent deletes its own copy on request. */
  readonly isDeletable?: boolean | undefined;
}

const schema = z.object({
  id: z.string().check(z.refine(isSessionId)),
  agent: z.string(),
  agentSessionId: text,
  cwd: z.string(),
  title: text,
  isNamed: flag,
  firstText: text,
  createdAt: storedTime,
  updatedAt: storedTime,
  costUsd: number,
  isUnread: flag,
  isDeletable: flag,
});

/** @returns undefined if it is no head, or that of another session */
export function readHead(value: unknown, id: SessionId): SessionHead | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success && parsed.data.id === id ? { ...parsed.data, id } : undefined;
}
