import * as l10n from '@vscode/l10n';
import type { SessionHead } from '../../acp/sessions/sessionHead';
import { conversationTitle } from '../../base/conversationTitle';
import type { ListedSession } from '../../cli/sessions/listedSession';
import type { ChannelId, SessionId } from '../../contract/ids';
import type { ChannelAttention } from '../../core/conversation/attention';

/** State that a row shows: the first that applies, in this order. */
export type RowState =
  | 'needsInput'
  | 'running'
  | 'elsewhere'
  | 'unread'
  | 'archived'
  | 'open'
  | 'idle';

/** Places outside this window that may have a session open. */
export type HolderKind = 'terminal' | 'window';

/** A conversation of the list. */
export interface SessionRow {
  readonly id: SessionId;
  readonly title: string;
  readonly state: RowState;
  /** Time of the last message, in milliseconds since 1970. */
  readonly at: number;
  readonly cwd?: string;
  readonly branch?: string;
  readonly costUsd?: number;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly isUnread: boolean;
  /** Set if the conversation is open in this window. */
  readonly channelId?: ChannelId;
  readonly elsewhere?: HolderKind;
  /** Name of the foreign agent; absent for Claude Code. */
  readonly agent?: string;
  /** Absent if Claude Code has not stored the conversation, or another agent answers in it. */
  readonly stored?: ListedSession;
  /** Present if Tandem has stored the conversation, because another agent answers in it. */
  readonly foreign?: SessionHead;
}

/** A conversation that this window has open. */
export interface OpenSession {
  readonly id: SessionId;
  readonly channelId: ChannelId;
  readonly title: string;
  readonly cwd: string;
  /** Name of the foreign agent; absent for Claude Code. */
  readonly agent?: string;
  readonly attention: ChannelAttention;
  readonly at: number;
  readonly costUsd?: number;
  /** Set if the conversation is read-only here because another process has it. */
  readonly heldBy?: HolderKind;
}

export interface RowSources {
  readonly stored: readonly ListedSession[];
  /** Conversations with other agents. */
  readonly foreign: readonly SessionHead[];
  readonly open: readonly OpenSession[];
  readonly elsewhere: ReadonlyMap<SessionId, HolderKind>;
  isPinned(id: SessionId): boolean;
  isUnread(id: SessionId): boolean;
}

/** Merges stored and open sessions, each listed once, newest first. */
export function sessionRows(sources: RowSources): SessionRow[] {
  const open = new Map(sources.open.map(one => [one.id, one]));
  const rows = [
    ...sources.stored.map(stored => storedRow(stored, open.get(stored.id), sources)),
    ...sources.foreign.map(head => foreignRow(head, open.get(head.id), sources)),
  ];
  const known = new Set([...sources.stored, ...sources.foreign].map(({ id }) => id));
  for (const one of open.values()) {
    // An open conversation that is neither stored nor active has nothing to come back to.
    if (!known.has(one.id) && isActive(one.attention)) {
      rows.push(openRow(one, sources));
    }
  }
  return rows.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

function storedRow(
  stored: ListedSession,
  open: OpenSession | undefined,
  sources: RowSources,
): SessionRow {
  const { id, cwd, branch, isArchived } = stored;
  const elsewhere = open ? open.heldBy : sources.elsewhere.get(id);
  const isUnread = sources.isUnread(id);
  const costUsd = open?.costUsd ?? stored.costUsd;
  return {
    id,
    // An open conversation may know a newer title than its file.
    title: open?.title ?? stored.title,
    state: stateOf(open?.attention, elsewhere, isUnread, isArchived),
    // A running turn writes to the transcript only now and then.
    at: open && isActive(open.attention) ? Math.max(open.at, stored.at) : stored.at,
    isPinned: sources.isPinned(id),
    isArchived,
    isUnread,
    stored,
    ...((open?.cwd ?? cwd) ? { cwd: open?.cwd ?? cwd ?? '' } : {}),
    ...(branch ? { branch } : {}),
    ...(costUsd ? { costUsd } : {}),
    ...(open ? { channelId: open.channelId } : {}),
    ...(elsewhere ? { elsewhere } : {}),
  };
}

function foreignRow(
  head: SessionHead,
  open: OpenSession | undefined,
  sources: RowSources,
): SessionRow {
  const { id, agent, cwd, updatedAt } = head;
  const elsewhere = open ? open.heldBy : sources.elsewhere.get(id);
  const isUnread = sources.isUnread(id);
  const costUsd = open?.costUsd ?? head.costUsd;
  return {
    ...{ id, agent, cwd, isUnread, foreign: head },
    title: open?.title ?? foreignTitle(head),
    state: stateOf(open?.attention, elsewhere, isUnread, false),
    at: open && isActive(open.attention) ? Math.max(open.at, updatedAt) : updatedAt,
    isPinned: sources.isPinned(id),
    isArchived: false,
    ...(costUsd ? { costUsd } : {}),
    ...(open ? { channelId: open.channelId } : {}),
    ...(elsewhere ? { elsewhere } : {}),
  };
}

function foreignTitle({ title, firstText }: SessionHead): string {
  return (
    conversationTitle({ given: title, firstText: () => firstText }) ?? l10n.t('New conversation')
  );
}

function openRow(open: OpenSession, sources: RowSources): SessionRow {
  const { id, title, cwd, agent, at, attention, channelId, costUsd } = open;
  const isUnread = sources.isUnread(id);
  return {
    id,
    title,
    state: stateOf(attention, undefined, isUnread, false),
    at,
    cwd,
    isPinned: sources.isPinned(id),
    isArchived: false,
    isUnread,
    channelId,
    ...(agent === undefined ? {} : { agent }),
    ...(costUsd ? { costUsd } : {}),
  };
}

function stateOf(
  attention: ChannelAttention | undefined,
  elsewhere: HolderKind | undefined,
  isUnread: boolean,
  isArchived: boolean,
): RowState {
  if (attention === 'needsInput' || attention === 'running') {
    return attention;
  }
  if (elsewhere) {
    return 'elsewhere';
  }
  if (isUnread) {
    return 'unread';
  }
  if (isArchived) {
    return 'archived';
  }
  return attention ? 'open' : 'idle';
}

function isActive(attention: ChannelAttention): boolean {
  return attention === 'running' || attention === 'needsInput';
}
