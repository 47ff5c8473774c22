import {
  addUsage,
  type CallSum,
  type CallSumRow,
  type CallSums,
  isFailed,
  type ModelCall,
  noUsage,
} from '../../contract/modelCalls';

/** Rows above which further ones are added to one without agent and model. */
const mostRows = 200;

const nothing: CallSum = { calls: 0, failed: 0, retries: 0, usage: noUsage, duration: 0 };

/** Adds up finished calls by kind, agent and model. */
export class CallSummary {
  private total = nothing;
  private readonly rows = new Map<string, CallSumRow>();

  add(call: ModelCall): void {
    this.total = { ...added(this.total, call) };
    const { kind, agent, model } = call;
    const key = [kind, agent?.name ?? '', model ?? ''].join('\n');
    const isNew = !this.rows.has(key) && this.rows.size >= mostRows;
    const names = isNew
      ? {}
      : {
          ...(agent?.name === undefined ? {} : { agent: agent.name }),
          ...(model === undefined ? {} : { model }),
        };
    const row = this.rows.get(isNew ? kind : key) ?? nothing;
    this.rows.set(isNew ? kind : key, { kind, ...names, ...added(row, call) });
  }

  get sums(): CallSums {
    return { total: this.total, rows: [...this.rows.values()] };
  }

  clear(): void {
    this.total = nothing;
    this.rows.clear();
  }
}

function added(sum: CallSum, call: ModelCall): CallSum {
  return {
    calls: sum.calls + 1,
    failed: sum.failed + (isFailed(call) ? 1 : 0),
    retries: sum.retries + (call.retry > 0 ? 1 : 0),
    usage: call.usage ? addUsage(sum.usage, call.usage) : sum.usage,
    duration: sum.duration + Math.max(0, (call.endedAt ?? call.startedAt) - call.startedAt),
  };
}
