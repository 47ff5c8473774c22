import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits as long as a user looks at a proposal before a key answers it. No event tells when this time
 * is over: the host only compares times when a command comes.
 */
export function beRead(): Promise<void> {
  return delay(500);
}
