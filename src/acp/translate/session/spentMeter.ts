import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { Usage } from '../../../contract/usage';
import type { UpdateOf } from '../wire/update';

/** Tracks how full the context is, and the cost over all processes of a conversation. */
export class SpentMeter {
  /** Cost that this process has reported; counts from the start of its session. */
  private ownUsd = 0;
  /** Part of it that was known when the turn began. */
  private turnBase = 0;
  private reported: Usage = {};

  constructor(private readonly base: number) {}

  get costUsd(): number {
    return this.base + this.ownUsd;
  }

  turnStarted(): void {
    this.turnBase = this.ownUsd;
  }

  /** Cost since the turn began; `undefined` if the agent reports none. */
  get turnUsd(): number | undefined {
    const spent = this.ownUsd - this.turnBase;
    return spent > 0 ? spent : undefined;
  }

  /** A cost in another unit than dollars cannot be added up, and is left out. */
  take({ used, size, cost }: UpdateOf<'usage_update'>): ConversationEvent[] {
    const amount = cost?.amount;
    const isUsd = (cost?.currency ?? 'USD').toUpperCase() === 'USD';
    const isCost = amount !== undefined && isUsd && Number.isFinite(amount) && amount >= 0;
    if (isCost) {
      this.ownUsd = amount;
    }
    const usage: Usage = omitUndefined({
      contextTokens: count(used),
      contextWindow: size === 0 ? undefined : count(size),
      costUsd: isCost ? this.costUsd : undefined,
    });
    const isNew = (Object.keys(usage) as (keyof Usage)[]).some(
      name => usage[name] !== this.reported[name],
    );
    this.reported = { ...this.reported, ...usage };
    return isNew ? [{ type: 'usage.changed', usage }] : [];
  }
}

function count(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0
    ? Math.round(value)
    : undefined;
}
