import type { LiveSessions } from '../../cli/sessions/liveSessions';
import type { SessionId } from '../../contract/ids';
import { attentionOf } from '../../core/conversation/attention';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import type { HolderKind, OpenSession } from './sessionRow';

/** Describes the conversations of this window, except temporary ones. */
export function openHere(registry: ChannelRegistry, marks: SessionMarks): OpenSession[] {
  return registry.all
    .filter(({ record }) => record.temporary === undefined)
    .map(channel => openSession(channel, marks));
}

function openSession(channel: Channel, marks: SessionMarks): OpenSession {
  const { conversation, record, cwd, title } = channel;
  const { costUsd } = conversation.summary.usage;
  const last = conversation.open ?? conversation.turns.at(-1);
  return {
    id: record.sessionId,
    channelId: channel.id,
    title,
    cwd,
    ...(record.source === undefined ? {} : { agent: record.source }),
    attention: attentionOf(channel, marks),
    at: last?.endedAt ?? last?.startedAt ?? record.updatedAt,
    ...(costUsd ? { costUsd } : {}),
    ...(channel.heldBy ? { heldBy: channel.heldBy.kind === 'window' ? 'window' : 'terminal' } : {}),
  };
}

/** Finds sessions in terminals by the CLI's own files, and in other windows by our locks. */
export async function openElsewhere(
  live: LiveSessions | undefined,
  registry: ChannelRegistry,
): Promise<ReadonlyMap<SessionId, HolderKind>> {
  const [processes, windows] = await Promise.all([live?.list(), registry.openInWindows()]);
  const found = new Map<SessionId, HolderKind>(windows.map(id => [id, 'window']));
  for (const { sessionId, entrypoint } of processes ?? []) {
    // Our own processes leave the same files.
    if (entrypoint === 'cli' && !found.has(sessionId)) {
      found.set(sessionId, 'terminal');
    }
  }
  return found;
}
