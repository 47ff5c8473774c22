import { asNumber, isObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { Usage } from '../../../contract/usage';
import type { ResultFrame } from '../../../protocol/frameSchemas';

/** Tracks context usage and cost over all processes of a conversation. */
export class UsageMeter {
  /** Full id of the model that answers, as in `init`. */
  model: string | undefined;
  /** Cost that the process does not count. */
  private base: number;
  private reported: Usage = {};
  /** Name of the other model that the user was told of. */
  private told: string | undefined;

  /**
   * @param earlier cost of the conversation's earlier processes
   * @param ofProcess part of it that the process counts on from, as newer versions store it
   */
  constructor(
    earlier: number,
    private ofProcess = 0,
  ) {
    this.base = Math.max(0, earlier - ofProcess);
  }

  /** Whether the session has stored a cost from which a process may count on. */
  get mayCountOn(): boolean {
    return this.ofProcess > 0;
  }

  get costUsd(): number {
    return this.base + this.ofProcess;
  }

  /**
   * Compares the model that has answered with the one that was asked.
   * @returns both names, once for each other model
   */
  otherModel(answering: string | undefined): { asked: string; model: string } | undefined {
    const asked = this.model;
    const isOther = answering && asked && plainModel(answering) !== plainModel(asked);
    if (!isOther || this.told === answering) {
      return undefined;
    }
    this.told = answering;
    return { asked, model: answering };
  }

  /** Records the usage of a main thread's request: its input tokens are the size of the context. */
  request(usage: object | undefined): ConversationEvent[] {
    if (!isObject(usage)) {
      return [];
    }
    const contextTokens =
      (asNumber(usage.input_tokens) ?? 0) +
      (asNumber(usage.cache_read_input_tokens) ?? 0) +
      (asNumber(usage.cache_creation_input_tokens) ?? 0);
    return contextTokens > 0 ? this.report({ contextTokens }) : [];
  }

  /** Records a result's totals, which count from the start of the process or session. */
  result(frame: ResultFrame): { events: ConversationEvent[]; turnUsd: number | undefined } {
    const total = frame.total_cost_usd;
    const contextWindow = windowOf(frame.modelUsage, this.model);
    if (total === undefined) {
      return { events: this.report(omitUndefined({ contextWindow })), turnUsd: undefined };
    }
    const isAnew = total < this.ofProcess;
    const turnUsd = isAnew ? total : total - this.ofProcess;
    this.base += isAnew ? this.ofProcess : 0;
    this.ofProcess = total;
    const costUsd = this.costUsd;
    return { events: this.report(omitUndefined({ contextWindow, costUsd })), turnUsd };
  }

  /** Starts at zero, whether the process does so too or counts on (2.1.200 and older). */
  clear(): void {
    this.base = -this.ofProcess;
    this.reported = {};
  }

  private report(usage: Usage): ConversationEvent[] {
    const next = { ...this.reported, ...usage };
    const isNew =
      next.contextTokens !== this.reported.contextTokens ||
      next.contextWindow !== this.reported.contextWindow ||
      next.costUsd !== this.reported.costUsd;
    this.reported = next;
    return isNew ? [{ type: 'usage.changed', usage }] : [];
  }
}

/** Returns the window of the model that answers; small models do side work in the same process. */
function windowOf(usage: ResultFrame['modelUsage'], model: string | undefined): number | undefined {
  const windows = Object.entries(usage ?? {}).flatMap(([name, entry]) => {
    const window = isObject(entry) ? asNumber(entry.contextWindow) : undefined;
    return window === undefined ? [] : [{ name, window }];
  });
  const own = windows.find(({ name }) => name === model);
  return own?.window ?? (windows.length === 1 ? windows[0]?.window : undefined);
}

/** Drops what the CLI adds to an id (`[1m]`) and what the API does (a date). */
function plainModel(id: string): string {
  return id.replace(/\[[^\]]*\]$/, '').replace(/-\d{8}$/, '');
}
