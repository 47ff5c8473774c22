import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { Sequencer } from '../../base/sequencer';
import type { ConversationEvent } from '../../contract/events';
import { makeFolder } from '../../node/durableFolder';
import { appendLogged, isLogged } from './loggedEvents';

/** Milliseconds for which events are collected: a crash loses no more. */
const delay = 500;
/** Events after which they are written at once. */
const most = 1_000;
const lineFeed = 0x0a;

/** Appends events to the log of one session, in order. A disk that fails costs the history only. */
export class LogWriter implements Disposable {
  private waiting: ConversationEvent[] = [];
  private timer: Disposable | undefined;
  private file: FileHandle | undefined;
  private readonly writes = new Sequencer();
  private hasFailed = false;

  constructor(
    private readonly path: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  add(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (isLogged(event)) {
        appendLogged(this.waiting, event);
      }
    }
    if (this.waiting.length === 0) {
      return;
    }
    const isTurnOver = events.some(({ type }) => type === 'turn.ended' || type === 'prompt.sent');
    if (isTurnOver || this.waiting.length >= most) {
      void this.flush();
    } else {
      this.timer ??= this.clock.setTimeout(() => void this.flush(), delay);
    }
  }

  /** Resolves when everything so far is in the file. Never rejects. */
  flush(): Promise<void> {
    this.timer?.dispose();
    this.timer = undefined;
    const events = this.waiting;
    this.waiting = [];
    return this.writes.queue(async () => {
      if (events.length === 0) {
        return;
      }
      try {
        this.file ??= await opened(this.path);
        await this.file.appendFile(events.map(event => `${JSON.stringify(event)}\n`).join(''));
      } catch (error) {
        if (!this.hasFailed) {
          this.hasFailed = true;
          this.log.error('A conversation is not stored', { error: messageOf(error) });
        }
      }
    });
  }

  /** Writes the rest and closes the file. Never rejects. */
  async close(): Promise<void> {
    await this.flush();
    await this.writes.queue(async () => {
      const { file } = this;
      this.file = undefined;
      await file?.close().catch((error: unknown) => this.log.debug('A log', messageOf(error)));
    });
  }

  dispose(): void {
    void this.close();
  }
}

/** Opens a log for appending, after a line that a crash may have left torn. */
async function opened(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path));
  const file = await open(path, 'a+', 0o600);
  const { size } = await file.stat();
  if (size > 0) {
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, size - 1);
    if (last[0] !== lineFeed) {
      await file.appendFile('\n');
    }
  }
  return file;
}
