import type { SessionHead } from '../../../../src/acp/sessions/sessionHead';
import type { ListedSession } from '../../../../src/cli/sessions/listedSession';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import {
  type OpenSession,
  type RowSources,
  type SessionRow,
  sessionRows,
} from '../../../../src/host/sessions/sessionRow';

export const sessionId = (name: string) => name as SessionId;

export function stored(name: string, rest: Partial<ListedSession> = {}): ListedSession {
  return {
    id: sessionId(name),
    path: `/config/projects/p/${name}.jsonl`,
    title: `Title of ${name}`,
    isNamed: false,
    at: 0,
    size: 1,
    isArchived: false,
    ...rest,
  };
}

export function foreign(name: string, rest: Partial<SessionHead> = {}): SessionHead {
  return { id: sessionId(name), agent: 'Mine', cwd: '/work', createdAt: 0, updatedAt: 0, ...rest };
}

export function open(name: string, rest: Partial<OpenSession> = {}): OpenSession {
  return {
    id: sessionId(name),
    channelId: `c-${name}` as ChannelId,
    title: `Open ${name}`,
    cwd: '/work',
    attention: 'idle',
    at: 0,
    ...rest,
  };
}

export function rowsOf(sources: Partial<RowSources>): SessionRow[] {
  return sessionRows({
    stored: [],
    foreign: [],
    open: [],
    elsewhere: new Map(),
    isPinned: () => false,
    isUnread: () => false,
    ...sources,
  });
}

export function row(name: string, rest: Partial<SessionRow> = {}): SessionRow {
  const [made] = rowsOf({ stored: [stored(name)] });
  if (!made) {
    throw new Error('No row');
  }
  return { ...made, ...rest };
}
