import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { messageOf } from '../base/errors';
import { type Log, silentLog } from '../base/log';
import { systemClock } from './systemClock';

interface Options {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Milliseconds. A tool that writes many files in this time causes one change. */
const settleMs = 50;

/**
 * Reports changes in a folder, once for changes that come together. The folder need not exist yet.
 * Best effort: callers that need certainty must check themselves.
 */
export class FolderWatch implements Disposable {
  private readonly clock: Clock;
  private readonly log: Log;
  private watcher: FSWatcher | undefined;
  private timer: Disposable | undefined;
  private isDisposed = false;

  constructor(
    private readonly path: string,
    private readonly onChange: () => void,
    { clock = systemClock, log = silentLog }: Options = {},
  ) {
    this.clock = clock;
    this.log = log;
    this.attach(path);
  }

  dispose(): void {
    this.isDisposed = true;
    this.watcher?.close();
    this.timer?.dispose();
  }

  /** Watches the folder, or its nearest existing ancestor until the folder exists. */
  private attach(folder: string): void {
    this.watcher?.close();
    this.watcher = undefined;
    try {
      const watcher = watch(folder, { persistent: false }, () => this.onEvent(folder));
      // The folder was removed, or the system has no watches left.
      watcher.on('error', error => {
        this.log.debug(`${folder} is no longer watched`, { error: messageOf(error) });
        watcher.close();
      });
      this.watcher = watcher;
    } catch (error) {
      const above = dirname(folder);
      if (above === folder) {
        this.log.debug(`${this.path} cannot be watched`, { error: messageOf(error) });
        return;
      }
      this.attach(above);
    }
  }

  private onEvent(folder: string): void {
    if (this.isDisposed) {
      return;
    }
    if (folder !== this.path) {
      this.attach(this.path);
    }
    this.timer ??= this.clock.setTimeout(() => {
      this.timer = undefined;
      this.onChange();
    }, settleMs);
  }
}
