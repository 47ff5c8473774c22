import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { ChannelRecord, RecordStorage } from '../conversation/channelRecord';
import type { RecordFile } from './channelFiles';

export interface Ownership {
  /** True if another window has the record; saves are discarded then. */
  isOthers: boolean;
  /** Session whose lease this window holds; follows the agent to another session. */
  session: SessionId;
}

/** Without an owner, another window would take a live process for an orphan. */
function withoutProcess(record: ChannelRecord): ChannelRecord {
  const { process: _, ...rest } = record;
  return rest;
}

export function withoutOwner(record: ChannelRecord): ChannelRecord {
  const { owner: _, ...rest } = record;
  return rest;
}

/** Storage of a channel's record, which keeps the owner that the registry has set. */
export function storageOf(file: RecordFile, ownership: Ownership, log: Log): RecordStorage {
  return {
    // The registry decides the owner; the channel's copy may be outdated.
    save: record => {
      if (ownership.isOthers) {
        return;
      }
      const { owner } = file.value;
      file.set(owner ? { ...record, owner } : withoutProcess(withoutOwner(record)));
    },
    flush: () =>
      file.flush().catch((error: unknown) => {
        log.error('The conversation could not be saved', { error: messageOf(error) });
      }),
  };
}
