import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { FileUpdate } from '../../contract/events';
import type { BlobId, ChannelId, ToolCallId } from '../../contract/ids';
import { within } from '../../node/within';
import type { ToolOutcome, ToolUse } from '../../protocol/agentSource';
import type { EditTracking, TrackedChange } from '../channels/ports';
import type { Baselines } from './baselines';
import { decodeText, readContent } from './fileContent';
import { lineChanges } from './lineChanges';

/** Milliseconds. An agent waits for its hooks, and tracking must never decide a permission. */
const timeLimit = 2_000;

/** A file's content, kept in the store. */
type Snapshot =
  | { kind: 'absent' }
  | { kind: 'kept'; ref: BlobId; bytes: Uint8Array }
  | { kind: 'unknown'; reason: string };

/** Opens what was tracked; see `ChangeViewer`. */
export type ChangeView = Pick<EditTracking, 'openDiff' | 'review'>;

export interface EditTrackerOptions {
  readonly baselines: Baselines;
  readonly view: ChangeView;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Keeps what files were before each edit and reads what they are after it. The bytes on disk are
 * compared, not the agent's own patch: that is missing for new files and in old versions, and says
 * nothing of what a formatter did in the agent's hooks.
 */
export class EditTracker implements EditTracking {
  private readonly open = new Map<ChannelId, Map<ToolCallId, Map<string, Snapshot>>>();

  constructor(private readonly options: EditTrackerOptions) {}

  async before(channel: ChannelId, use: ToolUse): Promise<void> {
    const files = new Map<string, Snapshot>();
    for (const path of new Set(use.edits)) {
      files.set(path, { kind: 'unknown', reason: 'Its content before the edit was not read.' });
    }
    const calls = this.open.get(channel) ?? new Map<ToolCallId, Map<string, Snapshot>>();
    this.open.set(channel, calls.set(use.toolId, files));
    await Promise.all(
      [...files.keys()].map(async path => {
        files.set(path, await this.snapshot(path));
      }),
    );
  }

  async after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange> {
    const updates = await this.updates(use.toolId, this.take(channel, use.toolId));
    if (outcome.kind === 'succeeded') {
      return { updates };
    }
    return {
      updates: updates.map(update =>
        update.status === 'unchanged'
          ? { ...update, status: 'failed', detail: outcome.error }
          : update,
      ),
    };
  }

  async settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]> {
    const updates = await this.updates(tool, this.take(channel, tool));
    // A call that was ended in the middle may have written; one that was denied has not.
    return updates.filter(({ status }) => status !== 'unchanged' && status !== 'untracked');
  }

  openDiff(channel: ChannelId, update: FileUpdate): Promise<void> {
    return this.options.view.openDiff(channel, update);
  }

  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void> {
    return this.options.view.review(channel, title, updates);
  }

  private take(channel: ChannelId, tool: ToolCallId): ReadonlyMap<string, Snapshot> {
    const calls = this.open.get(channel);
    const files = calls?.get(tool);
    calls?.delete(tool);
    if (calls?.size === 0) {
      this.open.delete(channel);
    }
    return files ?? new Map();
  }

  private updates(
    toolId: ToolCallId,
    files: ReadonlyMap<string, Snapshot>,
  ): Promise<readonly FileUpdate[]> {
    return Promise.all(
      [...files].map(async ([path, before]) => {
        const after = await this.snapshot(path);
        return { toolId, path, ...describeChange(before, after) };
      }),
    );
  }

  /** Never rejects. What comes too late is not used: it may be of after the edit. */
  private async snapshot(path: string): Promise<Snapshot> {
    const found = await within(this.read(path), timeLimit, this.options.clock);
    const snapshot = found ?? { kind: 'unknown', reason: 'Reading it took too long.' };
    if (snapshot.kind === 'unknown') {
      this.options.log.warn(`${path} is not tracked: ${snapshot.reason}`);
    }
    return snapshot;
  }

  private async read(path: string): Promise<Snapshot> {
    const content = await readContent(path);
    switch (content.kind) {
      case 'absent':
        return content;
      case 'unreadable':
        return { kind: 'unknown', reason: content.reason };
      case 'read':
        return this.options.baselines.put(content.bytes).then(
          ref => ({ kind: 'kept', ref, bytes: content.bytes }),
          (error: unknown) => ({
            kind: 'unknown',
            reason: `Its content could not be stored: ${messageOf(error)}`,
          }),
        );
    }
  }
}

type Change = Omit<FileUpdate, 'toolId' | 'path'>;

function describeChange(before: Snapshot, after: Snapshot): Change {
  const refs = {
    ...(before.kind === 'kept' ? { oldRef: before.ref } : {}),
    ...(after.kind === 'kept' ? { newRef: after.ref } : {}),
  };
  const unknown = [before, after].find(one => one.kind === 'unknown');
  if (unknown) {
    return { status: 'untracked', added: 0, removed: 0, ...refs, detail: unknown.reason };
  }
  if (refs.oldRef === refs.newRef) {
    return { status: 'unchanged', added: 0, removed: 0, ...refs };
  }
  const status = !refs.oldRef ? 'created' : refs.newRef ? 'updated' : 'deleted';
  return { status, ...refs, ...compareTexts(bytesOf(before), bytesOf(after)) };
}

function compareTexts(before: Uint8Array, after: Uint8Array): Omit<Change, 'status'> {
  if (before.includes(0) || after.includes(0)) {
    const isUtf16 = [before, after].some(bytes => bytes[0] === 0xff && bytes[1] === 0xfe);
    if (!isUtf16) {
      return { added: 0, removed: 0, detail: 'It is not a text file.' };
    }
  }
  const [older, newer] = [decodeText(before), decodeText(after)];
  if (older.isLossy || newer.isLossy) {
    return { added: 0, removed: 0, detail: 'It is not UTF-8 text: lines were not compared.' };
  }
  const changes = lineChanges(older.text, newer.text);
  const isInvisible = changes.hunks?.length === 0;
  return isInvisible
    ? { ...changes, detail: 'Only line ends or the byte order mark changed.' }
    : changes;
}

function bytesOf(snapshot: Snapshot): Uint8Array {
  return snapshot.kind === 'kept' ? snapshot.bytes : new Uint8Array();
}
