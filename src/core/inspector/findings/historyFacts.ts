import { groupBy } from '../../../base/groupBy';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallHistory, ToolRun } from '../../../contract/inspector/recordedCall';
import { inputTokens, isFailed } from '../../../contract/modelCalls';
import { agentName, isInFlight } from '../rows/callRow';
import { firstFrom } from '../turns/firstFrom';
import { type RetryWait, retryWaits } from '../turns/retryWaits';

/** Places in a history that several findings look for. Calls are oldest first, and have ended. */
export class HistoryFacts {
  readonly calls: readonly InspectedCall[];
  /** Answered calls of the conversation itself. */
  readonly mains: readonly InspectedCall[];
  readonly compactions: readonly InspectedCall[];
  readonly waits: readonly RetryWait[];
  private byId: ReadonlyMap<number, readonly InspectedCall[]> | undefined;
  private byTool: ReadonlyMap<string, readonly InspectedCall[]> | undefined;

  constructor(readonly history: CallHistory) {
    this.calls = history.calls.filter(({ call }) => !isInFlight(call));
    const answered = this.calls.filter(({ call }) => call.usage && !isFailed(call));
    this.mains = answered.filter(({ call }) => call.kind === 'main');
    this.compactions = answered.filter(({ call }) => call.kind === 'compaction');
    this.waits = retryWaits(this.calls);
  }

  /** The call that the accounting has compared this one with. Ids begin anew in each window. */
  previousOf(inspected: InspectedCall): InspectedCall | undefined {
    const id = inspected.call.cache?.since?.previous;
    if (id === undefined) {
      return undefined;
    }
    this.byId ??= groupBy(
      this.calls.filter(({ source }) => source !== 'transcript'),
      ({ call }) => call.id,
    );
    const { key, call } = inspected;
    const others = this.byId.get(id) ?? [];
    // Logs of others may give all calls the same id, so that looking at each takes too long.
    for (let at = firstFrom(others, call.startedAt + 1, timeOf) - 1; at >= 0; at -= 1) {
      if (others[at]?.key !== key) {
        return others[at];
      }
    }
    return undefined;
  }

  /** Names of all tools that were called. */
  get calledTools(): string[] {
    return [...this.callersByTool.keys()];
  }

  /** The answered call that has called a tool; undefined if none is known to have. */
  callerOf({ name, parent, agent, startedAt }: ToolRun): InspectedCall | undefined {
    const calls = this.callersByTool.get(name) ?? [];
    for (let at = firstFrom(calls, startedAt + 1, timeOf) - 1; at >= 0; at -= 1) {
      const call = calls[at]?.call;
      const isMain = call?.kind === 'main';
      const ownName = call?.agent && agentName(call.agent);
      if (call && (parent === undefined ? isMain : !isMain && isSame(ownName, agent))) {
        return calls[at];
      }
    }
    return undefined;
  }

  private get callersByTool(): ReadonlyMap<string, readonly InspectedCall[]> {
    if (!this.byTool) {
      const found = new Map<string, InspectedCall[]>();
      for (const inspected of this.calls) {
        for (const name of Object.keys(inspected.call.answer?.tools ?? {})) {
          const callers = found.get(name) ?? [];
          callers.push(inspected);
          found.set(name, callers);
        }
      }
      this.byTool = found;
    }
    return this.byTool;
  }

  /** Calls of the conversation that have what was added at a time in their input. */
  carriersOf(addedAt: number, caller: InspectedCall): InspectedCall[] {
    const end = this.nextCompaction(addedAt);
    const { sessionId } = caller.call;
    return this.mains
      .slice(this.firstMainFrom(addedAt), this.firstMainFrom(end))
      .filter(({ call }) => isSame(call.sessionId, sessionId));
  }

  /** The first of `carriersOf`, at less expense. */
  firstCarrierOf(addedAt: number, caller: InspectedCall): InspectedCall | undefined {
    const next = this.mains[this.firstMainFrom(addedAt)];
    const isCarrier =
      next &&
      next.call.startedAt < this.nextCompaction(addedAt) &&
      isSame(next.call.sessionId, caller.call.sessionId);
    return isCarrier ? next : undefined;
  }

  private firstMainFrom(at: number): number {
    return firstFrom(this.mains, at, timeOf);
  }

  /** Returns when the first compaction from a time on began; infinity if there is none. */
  nextCompaction(after: number): number {
    const found = this.compactions[firstFrom(this.compactions, after, timeOf)];
    return found?.call.startedAt ?? Number.POSITIVE_INFINITY;
  }
}

/** Most calls that a finding names. */
const mostCalls = 20;

export function keysOf(calls: readonly InspectedCall[]): string[] {
  return [...new Set(calls.map(({ key }) => key))].slice(0, mostCalls);
}

/** Adds amounts up; undefined if none is known. */
export function sumOfKnown(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter(amount => amount !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, amount) => sum + amount, 0);
}

export function inputOf({ call }: InspectedCall): number {
  return call.usage ? inputTokens(call.usage) : 0;
}

export function timeOf({ call }: InspectedCall): number {
  return call.startedAt;
}

/** Unknown names are no proof of a difference. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
