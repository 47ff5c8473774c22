import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { raceTimeout } from '../../../node/raceTimeout';
import { type FileContent, readContent } from '../fileContent';
import type { Place } from '../place';
import type { StoredContent } from '../review/reviewRecord';
import type { Baselines } from '../store/baselines';

/** Milliseconds. The agent waits for its hooks, and tracking must never decide a permission. */
const readingLimit = 2_000;
/** The same for storing what was read in time: a busy disk takes seconds to keep a file for good. */
const storingLimit = 15_000;

/** Content of a file at one time, kept in the store. */
export type Snapshot =
  | { readonly kind: 'absent'; readonly place?: Place | undefined }
  | {
      readonly kind: 'kept';
      readonly content: NonNullable<StoredContent>;
      readonly bytes: Uint8Array;
      readonly place?: Place | undefined;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Takes snapshots of files, each in bounded time. */
export class Snapshots {
  constructor(
    private readonly baselines: Pick<Baselines, 'put'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Reads a file. Never rejects. Discards late results: they may show the file after the edit. */
  async take(path: string): Promise<Snapshot> {
    const content = await raceTimeout(readContent(path), readingLimit, this.clock);
    const snapshot = content
      ? await raceTimeout(this.snapshotOf(content), storingLimit, this.clock)
      : unknown(l10n.t('Reading it took too long.'));
    const known = snapshot ?? unknown(l10n.t('Storing its content took too long.'));
    if (known.kind === 'unknown') {
      this.log.warn(`${path} is not tracked: ${known.reason}`);
    }
    return known;
  }

  /** Takes a snapshot of a known content. */
  keep(bytes: Uint8Array | undefined, mode?: number): Promise<Snapshot> {
    if (!bytes) {
      return Promise.resolve({ kind: 'absent' });
    }
    return this.baselines.put(bytes).then(
      ref => ({ kind: 'kept', content: { ref, ...(mode === undefined ? {} : { mode }) }, bytes }),
      (error: unknown) => unknown(l10n.t('Its content could not be stored: {0}', messageOf(error))),
    );
  }

  private async snapshotOf(content: FileContent): Promise<Snapshot> {
    switch (content.kind) {
      case 'absent':
        return content;
      case 'unreadable':
        return unknown(content.reason);
      case 'read': {
        const kept = await this.keep(content.bytes, content.mode);
        return kept.kind === 'kept' ? { ...kept, place: content.place } : kept;
      }
    }
  }
}

function unknown(reason: string): Snapshot {
  return { kind: 'unknown', reason };
}

/** @returns the content as in the record; `undefined` if unknown */
export function storedContentOf(snapshot: Snapshot): StoredContent | undefined {
  switch (snapshot.kind) {
    case 'absent':
      return null;
    case 'kept':
      return snapshot.content;
    case 'unknown':
      return undefined;
  }
}

/** @returns where the file was; `undefined` if unknown */
export function placeOf(snapshot: Snapshot): Place | undefined {
  return snapshot.kind === 'unknown' ? undefined : snapshot.place;
}
