import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { makeFolderSync } from '../../node/durableFolder';
import { FolderWatch } from '../../node/folderWatch';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { LockOwners } from './sessionLocks';

const request = z.object({ pid: z.number(), startTime: z.string() });
const suffix = '.wanted.json';

/** Milliseconds to wait for an answer. The other window may have to end a turn first. */
const patience = 15_000;
const lookEvery = 200;
/** Milliseconds between checks that a window still has the session, which cost more. */
const asksEvery = 1_000;

/** Asks other windows to release a session, through a file that the window that has it deletes. */
export class WindowRequests implements Disposable {
  private readonly store = new DisposableStore();
  private readonly answering = new Set<string>();

  /** @param transfer resolves with true when the session is closed here, false if it was never open */
  constructor(
    private readonly folder: string,
    private readonly windows: LockOwners,
    private readonly transfer: (id: SessionId) => Promise<boolean>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    try {
      makeFolderSync(folder);
    } catch (error) {
      // Without a place to write, this window has conversations all the same.
      log.warn('Other windows cannot ask for conversations', { error: messageOf(error) });
    }
    this.store.add(new FolderWatch(folder, () => void this.answer(), { clock, log }));
  }

  /**
   * @param isHeld whether a window has it; that window may go away without an answer
   * @returns whether no window has it any more, as far as that happens in time
   */
  async ask(id: SessionId, isHeld: () => Promise<boolean>): Promise<boolean> {
    const self = await this.windows.self();
    if (!self) {
      return !(await isHeld());
    }
    const path = join(this.folder, `${id}${suffix}`);
    await writeFileAtomic(path, JSON.stringify(self));
    try {
      for (let waited = lookEvery; waited <= patience && !this.store.isDisposed; ) {
        await new Promise<void>(resolve => this.clock.setTimeout(resolve, lookEvery));
        const isAnswered = !(await isThere(path));
        if (isAnswered || (waited % asksEvery === 0 && !(await isHeld()))) {
          return true;
        }
        waited += lookEvery;
      }
      return false;
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Answers requests from other windows. */
  async answer(): Promise<void> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    for (const name of names.filter(one => one.endsWith(suffix))) {
      if (!this.answering.has(name)) {
        this.answering.add(name);
        await this.answerOne(name)
          .catch((error: unknown) =>
            this.log.warn('A conversation could not be let go of', { error: messageOf(error) }),
          )
          .finally(() => this.answering.delete(name));
      }
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async answerOne(name: string): Promise<void> {
    const path = join(this.folder, name);
    // Gone if the requesting window has given up or another window has answered.
    const text = await readFile(path, 'utf8').catch(() => undefined);
    const from = text === undefined ? undefined : readRequest(text);
    const self = await this.windows.self();
    const isOwn = from?.pid === self?.pid && from?.startTime === self?.startTime;
    if (!from || isOwn) {
      return;
    }
    if (!(await this.windows.lives(from))) {
      // The requester is gone: a conversation that is opened later must not be released for it.
      await rm(path, { force: true });
      return;
    }
    if (await this.transfer(name.slice(0, -suffix.length) as SessionId)) {
      await rm(path, { force: true });
    }
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function readRequest(text: string): ProcessIdentity | undefined {
  try {
    const parsed = z.safeParse(request, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
