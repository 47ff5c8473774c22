import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { JsonObject } from '../../base/json';
import type { IdeConnection, Mention, SelectionNote } from '../editor/connection';
import type { ConnectionId } from '../editor/idePort';
import { selectionResult } from '../editor/selectionResult';
import type { IdeLimits } from '../wire/limits';
import type { IdeClient } from './ideClient';

/** Maximum UTF-16 units of a selection; the CLI uses less than this. */
const maxSelection = 10_000;

/** Milliseconds for which a CLI that lost its connection retries, plus a margin. */
const comesBackFor = 20_000;

interface Waiting {
  readonly params: JsonObject;
  readonly until: number;
}

/** Keeps the clients, and what to send to all of them or to the next one. */
export class Clients implements Disposable {
  private readonly all = new Map<ConnectionId, IdeClient>();
  private selection: JsonObject | undefined;
  private mentions: Waiting[] = [];
  /**
   * Processes that were disconnected, and until when they are refused. A CLI that has just
   * connected retries whatever the close code.
   */
  private readonly unreadMentions = new Map<number, number>();
  private count = 0;
  private readonly changed = new Emitter<void>();
  readonly onChanged: Event<void> = this.changed.event;

  constructor(
    private readonly limits: IdeLimits,
    private readonly clock: Clock,
  ) {}

  get connections(): readonly IdeConnection[] {
    return this.ready.map(client => client.connection);
  }

  nextId(): ConnectionId {
    this.count += 1;
    return this.count;
  }

  add(client: IdeClient): void {
    this.all.set(client.id, client);
  }

  /** Handles a client that has introduced itself, or about which more is known now. */
  update(client: IdeClient, isNew: boolean): void {
    const { pid } = client.connection;
    if (pid !== undefined && (this.unreadMentions.get(pid) ?? 0) > this.clock.now()) {
      client.disconnect();
      return;
    }
    if (isNew) {
      if (this.selection) {
        client.sendSelection(this.selection);
      }
      const now = this.clock.now();
      for (const { params, until } of this.mentions.splice(0)) {
        if (until > now) {
          client.sendMention(params);
        }
      }
    }
    this.changed.fire();
  }

  remove(client: IdeClient): void {
    if (this.all.delete(client.id) && client.isReady) {
      this.changed.fire();
    }
  }

  selectionChanged(selection: SelectionNote | undefined): void {
    // Clients that have never been sent a selection need no empty one.
    this.selection = selection || this.selection ? selectionParams(selection) : undefined;
    for (const client of this.ready) {
      if (this.selection) {
        client.sendSelection(this.selection);
      }
    }
  }

  mention(mention: Mention, to?: ConnectionId): 'sent' | 'queued' {
    const params = mentionParams(mention);
    const client = this.receiver(to);
    if (client) {
      client.sendMention(params);
      return 'sent';
    }
    this.mentions.push({ params, until: this.clock.now() + this.limits.mention });
    this.mentions.splice(0, this.mentions.length - this.limits.mentions);
    return 'queued';
  }

  disconnect(id: ConnectionId): void {
    const client = this.all.get(id);
    const pid = client?.connection.pid;
    if (pid !== undefined) {
      this.unreadMentions.set(pid, this.clock.now() + comesBackFor);
    }
    client?.disconnect();
  }

  dispose(): void {
    for (const client of [...this.all.values()]) {
      client.dispose();
    }
    this.mentions = [];
    this.changed.dispose();
  }

  private get ready(): IdeClient[] {
    return [...this.all.values()].filter(client => client.isReady);
  }

  private receiver(to: ConnectionId | undefined): IdeClient | undefined {
    if (to !== undefined) {
      return this.ready.find(client => client.id === to);
    }
    return this.ready.reduce<IdeClient | undefined>(
      (last, client) => (last && last.lastActiveAt > client.lastActiveAt ? last : client),
      undefined,
    );
  }
}

function selectionParams(selection: SelectionNote | undefined): JsonObject {
  if (!selection) {
    return { text: '', filePath: '', selection: null };
  }
  return selectionResult({ ...selection, text: selection.text.slice(0, maxSelection) });
}

/** Omits absent keys, as a key without a value makes the CLI drop the whole mention. */
function mentionParams({ path, lines }: Mention): JsonObject {
  return { filePath: path, ...(lines ? { lineStart: lines.start, lineEnd: lines.end } : {}) };
}
