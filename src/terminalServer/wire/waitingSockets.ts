import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { IdeLimits } from './limits';
import type { QuietLog } from './quietLog';

/**
 * Sockets that have not shown the token. Any process can open them, so they have little time, and
 * the oldest gives way when there are too many: a client of ours asks at once.
 */
export class WaitingSockets {
  /** In order of arrival, each with its deadline. */
  private readonly deadlines = new Map<Duplex, Disposable>();

  constructor(
    private readonly limits: IdeLimits,
    private readonly clock: Clock,
    private readonly quiet: QuietLog,
  ) {}

  add(socket: Duplex): void {
    const deadline = this.clock.setTimeout(
      () => this.drop(socket, 'It does not ask in time.'),
      this.limits.admission,
    );
    this.deadlines.set(socket, deadline);
    socket.once('close', () => this.remove(socket));
    for (const oldest of this.deadlines.keys()) {
      if (this.deadlines.size <= this.limits.waiting) {
        break;
      }
      this.drop(oldest, 'Too many wait.');
    }
  }

  /** Forgets a socket that was let in or is closed. */
  remove(socket: Duplex): void {
    this.deadlines.get(socket)?.dispose();
    this.deadlines.delete(socket);
  }

  private drop(socket: Duplex, reason: string): void {
    this.remove(socket);
    this.quiet.warn('A client was refused', { reason });
    socket.destroy();
  }
}
