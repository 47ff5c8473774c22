import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import * as z from '../../../base/schema';
import {
  endOrphan,
  isSameProcess,
  type ProcessIdentity,
  processStartTime,
} from '../../../node/processIdentity';

const identity = z.object({ pid: z.number(), startTime: z.string(), mark: z.optional(z.string()) });
const note = z.object({ window: identity, command: identity });

/**
 * Notes which commands of agents run, one file each, so that the next window can end what a killed
 * one has left.
 */
export class CommandNotes {
  /** @param windowPid process whose end leaves commands behind */
  constructor(
    private readonly folder: string,
    private readonly platform: NodeJS.Platform,
    private readonly log: Log,
    private readonly windowPid = process.pid,
  ) {}

  /** @returns removes the note */
  add(command: { readonly pid: number; readonly mark: string }): () => Promise<void> {
    const file = join(this.folder, `${command.pid}.json`);
    const written = this.write(file, command).catch((error: unknown) =>
      this.log.warn('A command of an agent was not noted', { error: messageOf(error) }),
    );
    return async () => {
      await written;
      await rm(file, { force: true });
    };
  }

  /** Ends the commands of windows that are gone, with all that they have started. */
  async endLeft(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const file of names.map(name => join(this.folder, name))) {
      try {
        await this.endOne(file);
      } catch (error) {
        this.log.warn('A command of an earlier window', { error: messageOf(error) });
      }
    }
  }

  private async endOne(file: string): Promise<void> {
    const parsed = z.safeParse(note, jsonOf(await readFile(file, 'utf8')));
    if (parsed.success) {
      const { window, command } = parsed.data;
      if (await isSameProcess(window, this.platform)) {
        return;
      }
      const outcome = await endOrphan(command, this.platform);
      if (outcome !== 'gone') {
        this.log.info(`A command of an earlier window was found: ${outcome}`);
      }
    }
    await rm(file, { force: true });
  }

  private async write(
    file: string,
    { pid, mark }: { readonly pid: number; readonly mark: string },
  ): Promise<void> {
    const [window, command] = await Promise.all(
      [this.windowPid, pid].map(one => this.identify(one)),
    );
    if (window && command) {
      await mkdir(this.folder, { recursive: true });
      await writeFile(file, JSON.stringify({ window, command: { ...command, mark } }));
    }
  }

  private async identify(pid: number): Promise<ProcessIdentity | undefined> {
    const startTime = await processStartTime(pid, this.platform);
    return startTime === undefined ? undefined : { pid, startTime };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off when the window was killed.
    return undefined;
  }
}
