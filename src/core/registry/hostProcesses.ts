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

export function hostProcesses(log: Log): ProcessPort {
  let self: Promise<ProcessIdentity | undefined> | undefined;
  return {
    self: () => {
      self ??= identify(process.pid).catch((error: unknown) => {
        log.warn('The start time of the extension host is not known', { error: messageOf(error) });
        return undefined;
      });
      return self;
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
