import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { InspectorSubject } from '../../../contract/inspector/inspector';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import type { Channel } from '../../../core/conversation/channel';
import type { ArchivedSubject } from '../../../core/inspector/archive/storedLine';
import type { Recordings } from '../recording/recordings';
import { ArchivedCalls } from './archivedCalls';
import { type ConversationParts, ConversationSubject } from './conversationSubject';
import { KeptSubject } from './keptSubject';
import type { Subject } from './subject';

export interface SubjectsParts {
  channels(): readonly Channel[];
  /** Conversation in front. */
  active(): Channel | undefined;
  /** Fires when a conversation is opened, closed or changed. */
  readonly onChannels: Event<unknown>;
  readonly recordings: Pick<Recordings, 'archive' | 'onStored' | 'onCleared'>;
  conversation(channel: Channel): ConversationParts;
  readonly log: Log;
}

/** An import that the user has made in this window. */
interface Import {
  readonly id: string;
  readonly title: string;
  readonly calls: readonly RecordedCall[];
}

/** All that can be inspected: open conversations, recordings of closed ones, and imports. */
export class Subjects implements Disposable {
  private readonly store = new DisposableStore();
  private readonly open = new Map<
    string,
    { readonly subject: Subject; readonly parts: Disposable }
  >();
  private readonly changed = this.store.add(new Emitter<string>());
  private readonly listChanged = this.store.add(new Emitter<void>());
  private imports: readonly Import[] = [];
  private recordings: readonly ArchivedSubject[] | undefined;
  private numberOfImports = 0;

  /** Fires with a subject whose calls may have changed, of those that were asked for. */
  readonly onChanged = this.changed.event;
  /** Fires when `list` may differ. */
  readonly onListChanged = this.listChanged.event;

  constructor(private readonly parts: SubjectsParts) {
    const { onChannels, recordings } = parts;
    this.store.add(onChannels(() => this.noteChannels()));
    this.store.add(
      recordings.onCleared(() => {
        this.recordings = undefined;
        for (const [id, { subject }] of [...this.open]) {
          if (subject.info.kind === 'recording') {
            this.close(id);
            this.changed.fire(id);
          }
        }
        this.listChanged.fire();
      }),
    );
  }

  /** The conversation in front comes first, imports last. */
  async list(): Promise<readonly InspectorSubject[]> {
    const { channels, active, recordings } = this.parts;
    const front = active();
    const all = channels();
    const open = [
      ...all.filter(channel => channel === front),
      ...all.filter(channel => channel !== front && !channel.isFresh),
    ];
    const kept = this.recordings ?? (await recordings.archive.list());
    this.recordings = kept;
    const isOpen = new Set<string>(all.map(({ id }) => id));
    return [
      ...open.map(channel => ({ kind: 'conversation' as const, ...named(channel) })),
      ...kept.filter(({ id }) => !isOpen.has(id)).map(recordingInfo),
      ...this.imports.map(importInfo),
    ];
  }

  /**
   * @param id from `list`
   * @throws UserError `inspector.absent`
   */
  async of(id: string): Promise<Subject> {
    const channel = this.parts.channels().find(one => one.id === id);
    const kind = channel ? 'conversation' : undefined;
    const known = this.open.get(id);
    if (known && (kind === undefined || known.subject.info.kind === kind)) {
      return known.subject;
    }
    this.close(id);
    const subject = channel
      ? new ConversationSubject(this.parts.conversation(channel))
      : await this.kept(id);
    // Another call may have opened it meanwhile.
    const other = this.open.get(id);
    if (other) {
      subject.dispose();
      return other.subject;
    }
    const parts = new DisposableStore();
    parts.add(subject);
    parts.add(subject.onChanged(() => this.changed.fire(id)));
    this.open.set(id, { subject, parts });
    return subject;
  }

  /** Adds imported calls. Returns the id of their subject. */
  import(title: string, calls: readonly RecordedCall[]): string {
    this.numberOfImports += 1;
    const id = `import-${this.numberOfImports}`;
    this.imports = [...this.imports, { id, title, calls }];
    this.listChanged.fire();
    return id;
  }

  closeImport(id: string): void {
    if (!this.imports.some(one => one.id === id)) {
      return;
    }
    this.imports = this.imports.filter(one => one.id !== id);
    this.close(id);
    this.listChanged.fire();
  }

  dispose(): void {
    for (const id of [...this.open.keys()]) {
      this.close(id);
    }
    this.store.dispose();
  }

  private async kept(id: string): Promise<Subject> {
    const imported = this.imports.find(one => one.id === id);
    if (imported) {
      const byKey = new Map(imported.calls.map(call => [call.inspected.key, call]));
      const calls = imported.calls.map(({ inspected }) => inspected);
      return new KeptSubject(importInfo(imported), {
        ...{ calls: async () => calls, all: async () => calls },
        recorded: async inspected => byKey.get(inspected.key) ?? { version: 1, inspected },
      });
    }
    const { recordings, log } = this.parts;
    const { archive } = recordings;
    const found = (await archive.list()).find(one => one.id === id);
    if (!found) {
      throw new UserError(
        'inspector.absent',
        l10n.t('These calls are no longer kept. Choose another conversation.'),
      );
    }
    const archived = new ArchivedCalls({
      ...{ archive, subject: id, onMore: () => subject.note() },
      onError: error => log.warn('Recorded calls could not be read', { error: messageOf(error) }),
    });
    const subject = new KeptSubject(recordingInfo(found), {
      ...{ calls: () => archived.calls(), all: () => archived.all() },
      recorded: async (inspected: InspectedCall) => {
        const bodies = inspected.hasBodies ? await archive.bodies(id, inspected.key) : undefined;
        const hasBodies = bodies !== undefined;
        if (inspected.hasBodies && !hasBodies) {
          archived.lose(inspected.key);
          subject.note();
        }
        return { version: 1, inspected: { ...inspected, hasBodies }, ...bodies };
      },
    });
    return subject;
  }

  private noteChannels(): void {
    const open = new Set<string>(this.parts.channels().map(({ id }) => id));
    for (const [id, { subject }] of [...this.open]) {
      if (subject.info.kind === 'conversation' && !open.has(id)) {
        // Only a recording is left.
        this.recordings = undefined;
        this.close(id);
      }
    }
    this.listChanged.fire();
  }

  private close(id: string): void {
    this.open.get(id)?.parts.dispose();
    this.open.delete(id);
  }
}

function named({ id, title, record: { source } }: Channel) {
  return { id, title, ...(source === undefined ? {} : { agent: source }) };
}

function recordingInfo({ id, title, agent }: ArchivedSubject): InspectorSubject {
  return { id, kind: 'recording', title, ...(agent === undefined ? {} : { agent }) };
}

function importInfo({ id, title }: Import): InspectorSubject {
  return { id, kind: 'import', title };
}
