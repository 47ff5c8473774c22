import * as l10n from '@vscode/l10n';
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

/**
 * Storage of a channel's record, which keeps the owner that the registry has set.
 * @param warn shows a text in the conversation
 */
export function storageOf(
  file: RecordFile,
  ownership: Ownership,
  log: Log,
  warn: (text: string) => void,
): RecordStorage {
  let hasFailed = false;
  const reported = async (saving: Promise<void>) => {
    try {
      await saving;
      hasFailed = false;
    } catch (error) {
      log.error('The conversation could not be saved', { error: messageOf(error) });
      if (!hasFailed) {
        hasFailed = true;
        warn(notSaved(messageOf(error)));
      }
    }
  };
  return {
    // The registry decides the owner; the channel's copy may be outdated.
    save: record => {
      if (ownership.isOthers) {
        return;
      }
      const { owner } = file.value;
      file.set(owner ? { ...record, owner } : withoutProcess(withoutOwner(record)));
    },
    written: async () => {
      await reported(file.written());
      // The disk may refuse later what it has taken now.
      void reported(file.flush());
    },
    flush: () => reported(file.flush()),
  };
}

function notSaved(reason: string): string {
  return l10n.t(
    'Tandem cannot save this conversation: drafts, queued messages and open prompts would be lost with the window. Free some disk space, or make the folder writable. {0}',
    reason,
  );
}
