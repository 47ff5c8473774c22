import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { deepEqual } from '../../../base/json';
import type { UsageLimit } from '../../../contract/usage';

type Limits = Readonly<Record<string, UsageLimit>>;

/** Longest time of a timer, in milliseconds. */
const longestTimer = 2_000_000_000;

/** Usage limits of the account, whichever conversation or report has named them last. */
export class AccountLimits implements Disposable {
  private readonly changed = new Emitter<void>();
  private readonly limits = new Map<string, UsageLimit>();
  private timer: Disposable | undefined;

  /** Fires when a limit changes, and when one is reset. */
  readonly onChanged = this.changed.event;

  constructor(private readonly clock: Clock) {}

  get all(): readonly UsageLimit[] {
    return [...this.limits.values()];
  }

  /** Takes what was reported, and keeps the limits that it does not name. */
  take(reported: Limits): void {
    const news = Object.values(reported).filter(
      limit => !deepEqual(this.limits.get(limit.type), limit),
    );
    for (const limit of news) {
      this.limits.set(limit.type, limit);
    }
    if (news.length > 0) {
      this.awaitReset();
      this.changed.fire();
    }
  }

  dispose(): void {
    this.timer?.dispose();
    this.changed.dispose();
  }

  private awaitReset(): void {
    this.timer?.dispose();
    const now = this.clock.now();
    const left = this.all.flatMap(({ resetsAt = 0 }) => (resetsAt > now ? [resetsAt - now] : []));
    if (left.length > 0) {
      const delay = Math.min(...left, longestTimer);
      this.timer = this.clock.setTimeout(() => {
        this.awaitReset();
        this.changed.fire();
      }, delay);
    }
  }
}
