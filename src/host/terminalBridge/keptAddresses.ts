import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import { asNumber, asString, isObject } from '../../base/json';
import type { Log } from '../../base/log';
import { writeFileAtomic } from '../../node/atomicFile';
import { isAlive } from '../../node/isAlive';
import type { IdeAddress } from '../../terminalServer/editor/connection';

/** Process id in an address that its window has released. */
const givenUp = 0;

/** Milliseconds after which no terminal still remembers an address. */
const longAgo = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores the ports and tokens of a workspace's windows, so that each keeps its own after a reload.
 * A CLI reconnects with the port and token it knows. Several windows may show one workspace.
 */
export class KeptAddresses {
  private own: { port: number; text: (pid: number) => string } | undefined;

  /** @param folder Tandem's folder for this workspace */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** Takes the newest address that no live window has; no other window gets it. */
  async take(): Promise<IdeAddress | undefined> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(names.map(name => this.read(join(this.folder, name))));
    const free = found
      .flatMap(one => (one && (one.pid === givenUp || !isAlive(one.pid)) ? [one] : []))
      .sort((one, other) => other.time - one.time);
    const isOld = (one: { time: number }) => Date.now() - one.time >= longAgo;
    for (const { path } of free.filter(isOld)) {
      await rm(path, { force: true }).catch((error: unknown) =>
        this.log.debug(`${path} stays: ${messageOf(error)}`),
      );
    }
    for (const { path, port, token } of free.filter(one => !isOld(one))) {
      // Only one of several windows that start together can remove the file.
      const isOurs = await rm(path).then(
        () => true,
        () => false,
      );
      if (isOurs) {
        return { port, token };
      }
    }
    return undefined;
  }

  async keep({ port, token }: IdeAddress): Promise<void> {
    const text = (pid: number) => JSON.stringify({ port, token, pid });
    this.own = { port, text };
    await writeFileAtomic(this.pathOf(port), text(process.pid), { mode: 0o600 });
  }

  /**
   * Releases the address when the window closes or reloads, so that the next one may take it at
   * once.
   */
  giveUp(): void {
    if (this.own) {
      try {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        writeFileSync(this.pathOf(this.own.port), this.own.text(givenUp), { mode: 0o600 });
      } catch (error) {
        this.log.warn(`The address of the IDE server was not kept: ${messageOf(error)}`);
      }
    }
  }

  private pathOf(port: number): string {
    return join(this.folder, `${port}.json`);
  }

  private async read(path: string) {
    try {
      const [text, { mtimeMs: time }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      const stored = parseAddress(JSON.parse(text));
      return stored && { path, time, ...stored };
    } catch (error) {
      this.log.debug(`${path} is no address: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Parses by hand: the schema library would be half of what a starting window loads. */
function parseAddress(stored: unknown): (IdeAddress & { readonly pid: number }) | undefined {
  const { port, token, pid } = isObject(stored) ? stored : {};
  const found = { port: asNumber(port), token: asString(token), pid: asNumber(pid) };
  return found.port !== undefined && found.token !== undefined && found.pid !== undefined
    ? { port: found.port, token: found.token, pid: found.pid }
    : undefined;
}
