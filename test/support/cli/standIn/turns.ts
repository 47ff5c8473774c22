import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../../src/base/json';
import type { Session } from './session';
import { Turn } from './turn';
import type { Usage } from './usage';

export interface UserMessage extends JsonObject {
  readonly uuid: string;
  readonly message: { readonly role: 'user'; readonly content: unknown };
  readonly priority?: string;
}

/** Queue of user messages; all waiting messages become one turn. */
export class Turns {
  private queue: UserMessage[] = [];
  private readonly seen = new Set<string>();
  private turn: Turn | undefined;
  private running: Promise<void> | undefined;
  private total: Usage = {};
  lastWasError = false;

  constructor(
    private readonly session: Session,
    /** Resolves when the first request can be sent. */
    private readonly ready: () => Promise<unknown>,
  ) {}

  get queued(): string[] {
    return this.queue.map(({ uuid }) => uuid);
  }

  /** Tokens in the last request. */
  get context(): number {
    return this.lastContext;
  }
  private lastContext = 0;

  add(message: UserMessage): void {
    if (this.seen.has(message.uuid)) {
      this.lifecycle(message.uuid, 'completed');
      return;
    }
    this.seen.add(message.uuid);
    this.queue.push(message);
    this.lifecycle(message.uuid, 'queued');
    if (message.priority === 'now') {
      this.turn?.interrupt(true);
    }
    this.running ??= this.runAll();
  }

  cancel(uuid: unknown): boolean {
    const isQueued = this.queue.some(message => message.uuid === uuid);
    this.queue = this.queue.filter(message => message.uuid !== uuid);
    if (isQueued) {
      this.lifecycle(String(uuid), 'cancelled');
    }
    return isQueued;
  }

  interrupt(): void {
    this.turn?.interrupt(false);
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async runAll(): Promise<void> {
    await this.ready();
    while (this.queue.length > 0) {
      const messages = this.queue;
      this.queue = [];
      await this.run(messages);
    }
    this.running = undefined;
  }

  private async run(messages: readonly UserMessage[]): Promise<void> {
    const { session } = this;
    const uuids = messages.map(({ uuid }) => uuid);
    for (const uuid of uuids) {
      this.lifecycle(uuid, 'started');
    }
    session.tellState('running');
    const { init, version } = session.recorded;
    session.wire.send({
      ...init,
      uuid: randomUUID(),
      cwd: session.cwd,
      model: session.model,
      permissionMode: session.mode,
      claude_code_version: version,
      user_message_uuids: uuids,
    });
    for (const { uuid, message } of messages) {
      session.transcript.add('user', message, { uuid, permissionMode: session.mode });
    }
    this.turn = new Turn(session, uuids);
    const { result, used, context } = await this.turn.run(this.total, () => this.queue.length);
    this.turn = undefined;
    this.total = used;
    this.lastContext = context;
    this.lastWasError = result.is_error === true;
    session.wire.send(result);
    for (const uuid of uuids) {
      this.lifecycle(uuid, 'completed');
    }
    if (this.queue.length === 0) {
      session.tellState('idle');
    }
  }

  private lifecycle(command_uuid: string, state: string): void {
    this.session.wire.send({ type: 'command_lifecycle', command_uuid, state });
  }
}
