import type { Disposable } from '../../base/disposable';
import type { PostedBatch } from '../../contract/calls';
import { surelyFits } from '../../core/conversation/postedLength';

/** UTF-16 units of a message above which it is posted alone: VS Code copies each one several times. */
const smallLength = 16 * 1024;
const mostMessages = 64;
/** Milliseconds for which a message waits for others. */
const longestWait = 5;

/**
 * Posts messages to a page in their order, those of a few milliseconds together. For VS Code, ten
 * small messages posted as one cost as much as a single one. The page is drawn once for all of them.
 * Sending a prompt causes eight.
 */
export class PostBatch implements Disposable {
  private waiting: unknown[] = [];
  private timer: NodeJS.Timeout | undefined;
  private turn: NodeJS.Immediate | undefined;

  constructor(private readonly post: (message: unknown) => void) {}

  add(message: unknown): void {
    const isSmall = surelyFits(message, smallLength);
    if (!isSmall || this.waiting.length === mostMessages) {
      this.flush();
    }
    if (isSmall) {
      this.waiting.push(message);
      this.timer ??= setTimeout(() => this.flush(), longestWait);
    } else {
      this.post(message);
    }
  }

  /** Posts what waits at the end of the present turn of the event loop. */
  hurry(): void {
    this.turn ??= setImmediate(() => this.flush());
  }

  /** Drops what waits. */
  clear(): void {
    clearTimeout(this.timer);
    clearImmediate(this.turn);
    this.timer = undefined;
    this.turn = undefined;
    this.waiting = [];
  }

  dispose(): void {
    this.clear();
  }

  private flush(): void {
    const messages = this.waiting;
    this.clear();
    if (messages.length > 1) {
      this.post({ batch: messages } satisfies PostedBatch);
    } else if (messages.length === 1) {
      this.post(messages[0]);
    }
  }
}
