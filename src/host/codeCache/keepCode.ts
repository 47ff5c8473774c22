import { readdir } from 'node:fs/promises';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { type CodeCache, type Kept, stages } from './codeCache';
import type { OwnFile, OwnFiles } from './ownFiles';
import { saveCode } from './saveCode';

/** Milliseconds after the start, or after a turn, until nobody waits for the host. */
const quiet = { start: 20_000, turn: 3_000 };

/** Files of the bundle, and where their compiled form is kept. */
export interface OwnCode {
  /** Absolute path of the bundle. */
  readonly folder: string;
  readonly files: Pick<OwnFiles, 'loaded'>;
  readonly cache: CodeCache;
}

/**
 * Keeps the compiled form of what this window has loaded: some time after its start, and once more
 * after its first turn, when all is compiled that the first prompt of a window needs.
 */
export class CodeKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly kept = new Map<OwnFile, Kept>();
  private saving = Promise.resolve();

  constructor(
    private readonly code: OwnCode,
    onTurnEnded: Event<unknown>,
    clock: Clock,
    private readonly log: Log,
  ) {
    const { loaded } = code.files;
    const known = loaded.filter(({ kept }) => kept !== 'nothing');
    log.debug(`${known.length} of ${loaded.length} files came with compiled code`);
    this.store.add(clock.setTimeout(() => this.keep('start'), quiet.start));
    const turns = onTurnEnded(() => {
      turns.dispose();
      this.store.add(clock.setTimeout(() => this.keep('turn'), quiet.turn));
    });
    this.store.add(turns);
  }

  /** Resolves when nothing is being written. */
  settled(): Promise<void> {
    return this.saving;
  }

  dispose(): void {
    this.store.dispose();
  }

  private keep(kept: Kept): void {
    this.saving = this.saving
      .then(() => this.save(kept))
      .catch((error: unknown) => {
        // The next window compiles, as this one did.
        this.log.debug('Compiled code could not be kept', messageOf(error));
      });
  }

  private async save(kept: Kept): Promise<void> {
    const { folder, files, cache } = this.code;
    const lacking = files.loaded.filter(
      file => stages.indexOf(this.kept.get(file) ?? file.kept) < stages.indexOf(kept),
    );
    if (lacking.length > 0) {
      const names = (await readdir(folder)).filter(name => name.endsWith('.js'));
      await saveCode(cache, lacking, kept, names);
      for (const file of lacking) {
        this.kept.set(file, kept);
      }
    }
  }
}
