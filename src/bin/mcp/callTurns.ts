import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { RateLimit } from '../../terminalServer/wire/rateLimit';

/** Fewer than the window takes from one agent, at once and per second: a call may be cancelled, too. */
const mostAtOnce = 100;
const mostPerSecond = 200;
/** Calls that may wait. */
const mostWaiting = 10_000;
const betweenTries = 10;

/** Keeps the calls of an agent within what the window takes; with more, it would hang up. */
export class CallTurns {
  private readonly rate: RateLimit;
  private readonly waiting = new Set<() => void>();
  private free = mostAtOnce;

  constructor(clock: Clock) {
    this.rate = new RateLimit(mostPerSecond, clock);
  }

  /**
   * Runs a call when it is its turn.
   * @throws UserError `ide.tooMany`, `ide.refused` if the signal aborts before
   */
  async take<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await this.place(signal);
    try {
      while (!signal.aborted && !this.rate.take()) {
        await delay(betweenTries);
      }
      if (signal.aborted) {
        throw cancelled();
      }
      return await call();
    } finally {
      this.free += 1;
      const [next] = this.waiting;
      next?.();
    }
  }

  private async place(signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      throw cancelled();
    }
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    if (this.waiting.size >= mostWaiting) {
      throw new UserError('ide.tooMany', 'Too many calls are waiting. Make fewer calls at a time.');
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        this.free -= 1;
        end();
        resolve();
      };
      const abort = () => {
        end();
        reject(cancelled());
      };
      const end = () => {
        this.waiting.delete(enter);
        signal.removeEventListener('abort', abort);
      };
      this.waiting.add(enter);
      signal.addEventListener('abort', abort);
    });
  }
}

export function cancelled(): UserError {
  return new UserError('ide.refused', 'The call was canceled.');
}
