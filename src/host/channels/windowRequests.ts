import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { FolderWatch } from '../../node/folderWatch';
import type { ProcessIdentity } from '../../node/processIdentity';

const request = z.object({ pid: z.number(), startTime: z.string() });
const suffix = '.wanted.json';

/** Milliseconds. The other window may have to end a turn first. */
const patience = 15_000;
const lookEvery = 200;

/** How a window asks the others to let go of a session: a file that the one that has it takes away. */
export class WindowRequests implements Disposable {
  private readonly store = new DisposableStore();
  private readonly answering = new Set<string>();

  /** @param letGo resolves with true when the session is not open here any more, false: it never was */
  constructor(
    private readonly folder: string,
    private readonly self: () => Promise<ProcessIdentity | undefined>,
    private readonly letGo: (id: SessionId) => Promise<boolean>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.store.add(new FolderWatch(folder, () => void this.answer(), { clock, log }));
  }

  /** Resolves with whether a window has let go of it in time. */
  async ask(id: SessionId): Promise<boolean> {
    const path = join(this.folder, `${id}${suffix}`);
    await writeFileAtomic(path, JSON.stringify((await this.self()) ?? { pid: 0, startTime: '' }));
    for (let waited = 0; waited < patience; waited += lookEvery) {
      await new Promise<void>(resolve => this.clock.setTimeout(resolve, lookEvery));
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        return true;
      }
    }
    await rm(path, { force: true });
    return false;
  }

  /** Does what other windows ask for. */
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
    // Gone: the one that asked has given up, or another window has answered.
    const text = await readFile(path, 'utf8').catch(() => undefined);
    const from = text === undefined ? undefined : readRequest(text);
    const self = await this.self();
    const isOwn = from?.pid === self?.pid && from?.startTime === self?.startTime;
    if (!from || isOwn) {
      return;
    }
    if (await this.letGo(name.slice(0, -suffix.length) as SessionId)) {
      await rm(path, { force: true });
    }
  }
}

function readRequest(text: string): ProcessIdentity | undefined {
  try {
    const parsed = z.safeParse(request, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
