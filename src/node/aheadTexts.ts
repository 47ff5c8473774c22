import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { messageOf } from '../base/errors';
import { isObject } from '../base/json';
import type { Log } from '../base/log';
import { readJsonFile, StagedFile } from './atomicFile';
import { stateIn, stateOf } from './fileState';

/** Says which file a text is to replace, for a process that finds it beside that file. */
export interface AheadMark {
  /** States of the file that the text is newer than, see `stateOf`. */
  readonly over: readonly string[];
  /** Grows with each text. */
  readonly count: number;
}

/** A text that a killed process has left beside its file. */
interface FoundText {
  readonly name: string;
  readonly value: unknown;
  readonly count: number;
}

/** A text beside its file, whose place it takes. */
export interface StagedText {
  /**
   * @param isWanted checked last before the file is replaced; false discards the text
   * @returns the state of the file that has taken the place, see `stateOf`
   */
  replace(isWanted: () => boolean): Promise<string | undefined>;
  /** Removes it, after a newer one was written. Never rejects. */
  discard(): Promise<void>;
}

/**
 * New texts of a file that are written, but not yet synced with the disk. They lie beside the file
 * under names that the next process looks up: what was written is not lost with this process.
 */
export class AheadTexts {
  private readonly names: readonly string[];
  /** Names of texts that may not be overwritten. */
  private readonly busy = new Set<string>();
  /** State of the text that is taking the file's place. */
  private coming: string | undefined;
  private count = 0;

  private constructor(
    private readonly path: string,
    /** State of the file; undefined if there is none, or it is not known. */
    private current: string | undefined,
    /** Text that no newer one has made needless: it was found, or could not take its place. */
    private kept: Pick<FoundText, 'name' | 'value'> | undefined,
  ) {
    this.names = namesBeside(path);
    if (kept) {
      this.busy.add(kept.name);
    }
  }

  /** Looks for a text that is newer than the file. Never rejects. */
  static async find(path: string, log: Log): Promise<AheadTexts> {
    const current = await stateOf(path).catch(() => undefined);
    if (current === undefined) {
      return new AheadTexts(path, undefined, undefined);
    }
    // Nearly always, there is none.
    const names = namesBeside(path).filter(name => existsSync(name));
    const found = await Promise.all(names.map(name => read(name, current, log)));
    const [newest] = found.flatMap(text => text ?? []).sort((a, b) => b.count - a.count);
    const texts = new AheadTexts(path, current, newest);
    texts.count = newest?.count ?? 0;
    return texts;
  }

  /** Content of a text that is newer than the file. */
  get found(): unknown {
    return this.kept?.value;
  }

  /** False if a process that finds a text could not tell whether it is newer than the file. */
  get isUsable(): boolean {
    return this.current !== undefined;
  }

  /** Call after something else has replaced the file. */
  lose(): void {
    this.current = undefined;
  }

  /**
   * Writes a text beside the file. It survives this process from then on, if `isUsable`.
   * @param text gets the mark that the text must contain
   */
  async stage(text: (mark: AheadMark) => string): Promise<StagedText> {
    const name = this.freeName;
    if (name === undefined) {
      throw new Error('More texts are on their way than have names');
    }
    this.busy.add(name);
    try {
      const mark = this.nextMark();
      // A killed process may have left an outdated one.
      await rm(name, { recursive: true, force: true });
      const file = await StagedFile.write(this.path, name, text(mark));
      return this.staged(name, file, await stateOf(name));
    } catch (error) {
      this.busy.delete(name);
      throw error;
    }
  }

  /**
   * Works like `stage` without yielding.
   * @param text may return undefined: then there is nothing to write
   * @returns undefined if nothing was written, or if no name is free
   * @throws the system error, also if a killed process has left an outdated text under the name
   */
  stageNow(text: (mark: AheadMark) => string | undefined): StagedText | undefined {
    const name = this.freeName;
    const content = name === undefined ? undefined : text(this.nextMark());
    if (name === undefined || content === undefined) {
      return undefined;
    }
    const file = StagedFile.writeSync(this.path, name, content);
    const staged = this.staged(name, file, stateIn(statSync(name, { bigint: true })));
    this.busy.add(name);
    return staged;
  }

  private get freeName(): string | undefined {
    return this.names.find(one => !this.busy.has(one));
  }

  private nextMark(): AheadMark {
    this.count += 1;
    const over = [this.current, this.coming].filter(state => state !== undefined);
    return { over, count: this.count };
  }

  private staged(name: string, file: StagedFile, state: string): StagedText {
    return {
      replace: isWanted => this.replace(name, file, state, isWanted),
      discard: async () => {
        await file.discard();
        this.busy.delete(name);
      },
    };
  }

  private async replace(
    name: string,
    file: StagedFile,
    state: string,
    isWanted: () => boolean,
  ): Promise<string | undefined> {
    this.coming = state;
    try {
      const replaced = await file.replace(isWanted, true);
      await this.removeKept();
      return replaced;
    } finally {
      // A failure may follow the replacement, and some systems set the time when a file is closed.
      const now = await stateOf(this.path).catch(() => undefined);
      this.current = isWanted() ? now : undefined;
      this.coming = undefined;
      await this.release(name);
    }
  }

  /** Frees the name of a text that has taken its place; one that could not is kept meanwhile. */
  private async release(name: string): Promise<void> {
    if (existsSync(name)) {
      await this.removeKept().catch(() => undefined);
      this.kept = { name, value: undefined };
    } else {
      this.busy.delete(name);
    }
  }

  private async removeKept(): Promise<void> {
    const { kept } = this;
    this.kept = undefined;
    if (kept) {
      await rm(kept.name, { force: true });
      this.busy.delete(kept.name);
    }
  }
}

/** Removes texts of a file that is removed. */
export async function removeAhead(path: string): Promise<void> {
  await Promise.all(namesBeside(path).map(name => rm(name, { recursive: true, force: true })));
}

/**
 * For a text that was found, the text that takes the file's place, the next one, and one that
 * overtakes it and is overtaken itself.
 */
function namesBeside(path: string): readonly string[] {
  return [0, 1, 2, 3, 4].map(number => `${path}.ahead-${number}`);
}

async function read(name: string, current: string, log: Log): Promise<FoundText | undefined> {
  try {
    const file = await readJsonFile(name);
    const value = file.kind === 'read' ? file.value : undefined;
    const mark = isObject(value) && isObject(value.ahead) ? value.ahead : {};
    const isNewer = Array.isArray(mark.over) && mark.over.includes(current);
    return isNewer && typeof mark.count === 'number'
      ? { name, value, count: mark.count }
      : undefined;
  } catch (error) {
    log.warn(`${name} could not be read: ${messageOf(error)}`);
    return undefined;
  }
}
