import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { type Draft, emptyDraft, isEmptyDraft } from '../../contract/draft';
import { storedDraft } from '../../core/registry/draftSchema';
import { SharedFile } from '../../node/sharedFile';

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
  private readonly file: SharedFile<Saved>;

  /** Fires when something was changed in this window. */
  readonly onChanged = this.changed.event;

  constructor(path: string, log: Log) {
    this.file = new SharedFile<Saved>({
      path,
      version: 1,
      initial: () => ({ prompts: [], stash: [] }),
      parse: data => {
        const parsed = z.safeParse(saved, data);
        return parsed.success
          ? // Absent members stay absent, which the type of a schema cannot say.
            { ok: true, value: parsed.data as Saved }
          : { ok: false, error: z.prettifyError(parsed.error) };
      },
      newerError,
      log,
    });
  }

  /** Returns the saved prompts by name. */
  async list(): Promise<readonly SavedPrompt[]> {
    const { prompts } = await this.file.read();
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
   * @throws UserError `message.newerFile`, `message.noneStashed` if there is nothing to put aside or
   *   bring back; the system error if nothing can be saved
   */
  async stash(current: Draft): Promise<Draft> {
    if (!isEmptyDraft(current)) {
      await this.change(({ prompts, stash }) => ({ prompts, stash: [...stash, current] }));
      return emptyDraft;
    }
    let taken: Draft | undefined;
    await this.change(value => {
      const { prompts, stash } = value;
      taken = stash.at(-1);
      return taken ? { prompts, stash: stash.slice(0, -1) } : value;
    });
    if (!taken) {
      throw new UserError(
        'message.noneStashed',
        l10n.t('The message box is empty, and no draft is stashed.'),
      );
    }
    return taken;
  }

  private async change(change: (value: Saved) => Saved): Promise<void> {
    await this.file.change(change);
    this.changed.fire();
  }
}

/** Nothing that the user wrote may live in memory only. */
function newerError(): UserError {
  return new UserError(
    'message.newerFile',
    l10n.t(
      'A newer version of Tandem has stored your saved prompts and drafts, so nothing was saved. Update Tandem, then try again.',
    ),
  );
}
