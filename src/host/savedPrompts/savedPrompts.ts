import { dirname } from 'node:path';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { type Draft, emptyDraft, isEmptyDraft } from '../../contract/draft';
import { storedDraft } from '../../core/registry/draftSchema';
import { makeFolder } from '../../node/durableFolder';
import { VersionedFile } from '../../node/versionedFile';

export interface SavedPrompt {
  readonly name: string;
  readonly draft: Draft;
}

interface Saved {
  readonly prompts: readonly SavedPrompt[];
  /** Drafts that were put aside, newest last. */
  readonly stash: readonly Draft[];
}

const draft = z.object(storedDraft);
const saved = z.object({
  prompts: z.array(z.object({ name: z.string(), draft })),
  stash: z.array(draft),
});

/** Prompts that the user keeps, and drafts that were put aside. All windows share them. */
export class SavedPrompts {
  private readonly changed = new Emitter<void>();
  private opening: Promise<VersionedFile<Saved>> | undefined;

  /** Fires when something was changed in this window. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  /** Returns the saved prompts by name. */
  async list(): Promise<readonly SavedPrompt[]> {
    const { prompts } = (await this.file()).value;
    return prompts.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Saves a prompt, in place of one with the same name. */
  save(prompt: SavedPrompt): Promise<void> {
    return this.change(({ prompts, stash }) => ({
      prompts: [...prompts.filter(({ name }) => name !== prompt.name), prompt],
      stash,
    }));
  }

  /** A prompt that has the new name already is replaced. */
  rename(from: string, to: string): Promise<void> {
    return this.change(({ prompts, stash }) => ({
      prompts: prompts
        .filter(({ name }) => name !== to || name === from)
        .map(prompt => (prompt.name === from ? { ...prompt, name: to } : prompt)),
      stash,
    }));
  }

  remove(removed: string): Promise<void> {
    return this.change(({ prompts, stash }) => ({
      prompts: prompts.filter(({ name }) => name !== removed),
      stash,
    }));
  }

  /**
   * Puts a draft aside; an empty one brings the newest of those back.
   * @returns the draft that the composer shows from now on
   */
  async stash(current: Draft): Promise<Draft> {
    if (!isEmptyDraft(current)) {
      await this.change(({ prompts, stash }) => ({ prompts, stash: [...stash, current] }));
      return emptyDraft;
    }
    let taken: Draft | undefined;
    await this.change(({ prompts, stash }) => {
      taken = stash.at(-1);
      return { prompts, stash: stash.slice(0, -1) };
    });
    return taken ?? emptyDraft;
  }

  private async change(change: (value: Saved) => Saved): Promise<void> {
    const file = await this.file();
    file.update(change);
    await file.flush();
    this.changed.fire();
  }

  private async file(): Promise<VersionedFile<Saved>> {
    this.opening ??= this.openFile();
    const file = await this.opening;
    // The file is shared with other windows.
    await file.refresh();
    return file;
  }

  private async openFile(): Promise<VersionedFile<Saved>> {
    await makeFolder(dirname(this.path));
    return VersionedFile.open<Saved>({
      path: this.path,
      version: 1,
      initial: () => ({ prompts: [], stash: [] }),
      parse: data => {
        const parsed = z.safeParse(saved, data);
        return parsed.success
          ? // Absent members stay absent, which the type of a schema cannot say.
            { ok: true, value: parsed.data as Saved }
          : { ok: false, error: z.prettifyError(parsed.error) };
      },
      log: this.log,
    });
  }
}
