import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { isObject } from '../../../src/base/json';
import type { VersionedFileOptions } from '../../../src/node/versionedFile';
import { removeFolder } from '../../support/removeFolder';

export interface Draft {
  text: string;
}

/** A file with a draft, in a folder of each test's own. */
export class DraftFile {
  folder = '';

  get path(): string {
    return join(this.parent, 'state.json');
  }

  /** Is missing at first. */
  get parent(): string {
    return join(this.folder, 'deep');
  }

  async create(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'tandem-file-'));
  }

  options(): VersionedFileOptions<Draft> {
    return {
      path: this.path,
      version: 3,
      initial: () => ({ text: '' }),
      parse: data =>
        isObject(data) && typeof data.text === 'string'
          ? { ok: true, value: { text: data.text } }
          : { ok: false, error: 'no text' },
      migrations: {
        1: data => ({ body: data }),
        2: data => ({ text: isObject(data) ? data.body : 0 }),
      },
      clock: {
        now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
        setTimeout: () => ({ dispose: () => undefined }),
      },
    };
  }

  /** Writes the file as it is. */
  async store(text: string): Promise<void> {
    await mkdir(this.parent, { recursive: true });
    await writeFile(this.path, text);
  }

  async stored() {
    return JSON.parse(await readFile(this.path, 'utf8'));
  }

  /** Names of all files beside this one, with its own. */
  names(): Promise<string[]> {
    return readdir(this.parent);
  }
}

export function useDraftFile(): DraftFile {
  const bed = new DraftFile();
  beforeEach(() => bed.create());
  afterEach(() => removeFolder(bed.folder));
  return bed;
}
