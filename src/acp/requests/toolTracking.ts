import { isObject } from '../../base/json';
import type { MessageId, ToolCallId } from '../../contract/ids';
import type { ToolStatus } from '../../contract/tools';
import type { AgentHost, ToolUse } from '../../protocol/agentSource';
import type { UpdateTranslator } from '../translate/updateTranslator';

interface ToolTrackingOptions {
  readonly host: Pick<AgentHost, 'beforeTool' | 'afterTool'>;
  readonly translator: Pick<UpdateTranslator, 'toolUse' | 'callOf'>;
  readonly cwd: string;
  /** Resolves after the promise, or after a time that the agent can wait. */
  patiently(task: Promise<unknown>): Promise<unknown>;
  /** Called with the places that a call names, once each. */
  follow(path: string, line: number | undefined): void;
}

interface TrackedUse {
  readonly use: ToolUse;
  readonly begun: Promise<void>;
}

/**
 * Follows what calls change on disk, from what the agent says about them. Agents write by
 * themselves and wait for nobody, so that each turn as a whole is followed, too.
 */
export class ToolTracking {
  private readonly open = new Map<string, TrackedUse>();
  private readonly done = new Set<string>();
  /** Calls that have ended and whose files are being compared. */
  private readonly comparing = new Set<Promise<void>>();
  private readonly followed = new Map<string, string>();
  private turn: TrackedUse | undefined;
  private readonly controller = new AbortController();

  constructor(private readonly options: ToolTrackingOptions) {}

  /** Begins to follow a turn; resolves when the state before it is known. */
  async turnStarts(message: MessageId): Promise<void> {
    this.done.clear();
    this.followed.clear();
    const use: ToolUse = {
      toolId: `turn-${message}` as ToolCallId,
      tool: 'turn',
      input: {},
      cwd: this.options.cwd,
      edits: [],
      reads: [],
      command: { isBackground: false },
      isSubagent: false,
    };
    this.turn = { use, begun: this.begin(use) };
    await this.options.patiently(this.turn.begun);
  }

  /** Resolves when the calls that have ended so far are dealt with. Bounded in time. */
  async callsCompared(): Promise<void> {
    await this.options.patiently(Promise.all(this.comparing));
  }

  /** Reports what calls left open, and then what no call has explained. */
  async turnEnds(): Promise<void> {
    const { turn } = this;
    this.turn = undefined;
    const left = [...this.open.keys()];
    await this.options.patiently(Promise.all(left.map(id => this.end(id, 'done'))));
    if (turn) {
      await this.options.patiently(this.finish(turn, 'done'));
    }
  }

  /** Looks at the call that an update is about. */
  updated(update: unknown): void {
    const id = isObject(update) ? update.toolCallId : undefined;
    if (typeof id !== 'string') {
      return;
    }
    this.followPlaces(id, isObject(update) ? update.locations : undefined);
    const status = this.options.translator.callOf(id)?.status;
    if (status === 'done' || status === 'failed' || status === 'denied') {
      const comparing = this.end(id, status).finally(() => this.comparing.delete(comparing));
      this.comparing.add(comparing);
    } else {
      void this.track(id);
    }
  }

  /** Begins to follow a call, if it changes something. Bounded in time. */
  async track(id: string): Promise<void> {
    const use = this.options.translator.toolUse(id);
    const changes = use && (use.edits.length > 0 || use.command !== undefined);
    if (!changes || this.done.has(id)) {
      return;
    }
    const known = this.open.get(id);
    const isNew = !known || use.edits.some(path => !known.use.edits.includes(path));
    const tracked = isNew ? { use, begun: this.begin(use) } : known;
    this.open.set(id, tracked);
    await this.options.patiently(tracked.begun);
  }

  /** Whether an open call has said that it changes this file. */
  isTracked(path: string): boolean {
    return [...this.open.values()].some(({ use }) => use.edits.includes(path));
  }

  dispose(): void {
    this.controller.abort();
  }

  private begin(use: ToolUse): Promise<void> {
    return this.options.host.beforeTool(use, this.controller.signal);
  }

  private async end(id: string, status: ToolStatus): Promise<void> {
    const tracked = this.open.get(id);
    this.open.delete(id);
    this.done.add(id);
    if (tracked) {
      const use = this.options.translator.toolUse(id) ?? tracked.use;
      await this.finish({ ...tracked, use: { ...use, edits: tracked.use.edits } }, status);
    }
  }

  private async finish({ use, begun }: TrackedUse, status: ToolStatus): Promise<void> {
    await begun;
    await this.options.host.afterTool(
      use,
      status === 'done'
        ? { kind: 'succeeded', response: null }
        : { kind: 'failed', error: 'The agent reports that the call failed.' },
    );
  }

  private followPlaces(id: string, locations: unknown): void {
    const last = Array.isArray(locations) ? locations.at(-1) : undefined;
    if (!isObject(last) || typeof last.path !== 'string') {
      return;
    }
    const line = typeof last.line === 'number' ? last.line : undefined;
    const place = `${last.path}:${line}`;
    if (this.followed.get(id) !== place) {
      this.followed.set(id, place);
      this.options.follow(last.path, line);
    }
  }
}
