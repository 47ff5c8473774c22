import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import {
  endOrphan,
  isSameProcess,
  type ProcessIdentity,
  processStartTime,
} from '../../node/processIdentity';
import type { ProcessPort } from './leaseDetector';

/** Identifies a live local process; undefined if it is gone or the system does not report it. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const startTime = await processStartTime(pid, process.platform);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** @param find identifies a process; the default asks the system */
export function hostProcesses(log: Log, find: typeof identify = identify): ProcessPort {
  let known: ProcessIdentity | undefined;
  let search: Promise<ProcessIdentity | undefined> | undefined;
  const findSelf = async () => {
    try {
      known = await find(process.pid);
    } catch (error) {
      log.warn('The start time of the extension host is not known', { error: messageOf(error) });
    }
    // A busy system answers too late, and next time perhaps not.
    search = undefined;
    return known;
  };
  return {
    self: async () => {
      search ??= known ? undefined : findSelf();
      return known ?? search;
    },
    lives: identity => isSameProcess(identity, process.platform),
    endOrphan: async identity => {
      const outcome = await endOrphan(identity, process.platform);
      if (outcome !== 'gone') {
        log.info(`An agent's process of an earlier window was found: ${outcome}`, identity);
      }
    },
  };
}
