import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { CallSums, ModelCall } from '../../contract/modelCalls';
import type { ObserveExchange } from '../exchange';
import { Conversations } from './cache/conversations';
import { CallBodies, type CallBody } from './callBodies';
import { CallSummary } from './callSums';
import { Delegations } from './classify/delegations';
import { type CallMemory, ObservedCall } from './observedCall';
import { PartStore } from './request/partStore';
import { ToolGroups } from './request/requestSizes';
import { Retries } from './retries';

export interface CallLogOptions {
  /** Finished calls that are kept. Default 500. */
  readonly limit?: number;
  /** Receives errors of the accounting itself and of listeners. */
  onError(error: unknown): void;
}

/**
 * Model calls of one channel, in bounded memory. Its owner hands `observe` to the gateway and
 * disposes of the log when the channel closes.
 */
export class CallLog implements Disposable {
  private readonly started = new Map<number, { observer: ObservedCall; call: ModelCall }>();
  private readonly finished: ModelCall[] = [];
  private readonly summary = new CallSummary();
  private readonly memory: CallMemory;
  private readonly progress: Emitter<ModelCall>;
  private readonly ends: Emitter<ModelCall>;
  private isDisposed = false;

  constructor(private readonly options: CallLogOptions) {
    const store = new PartStore();
    this.memory = {
      store,
      groups: new ToolGroups(),
      delegations: new Delegations(),
      conversations: new Conversations(store),
      retries: new Retries(),
      bodies: new CallBodies(),
    };
    this.progress = new Emitter(options.onError);
    this.ends = new Emitter(options.onError);
  }

  /** Observes calls of the Messages API; other requests are none of its business. */
  readonly observe: ObserveExchange = exchange => {
    if (this.isDisposed || exchange.method !== 'POST' || !isModelPath(exchange.path)) {
      return undefined;
    }
    const observer = new ObservedCall(exchange, this.memory, {
      onProgress: call => this.note(call, () => observer),
      onFinished: call => this.finish(call),
      onError: this.options.onError,
    });
    this.note(observer.current, () => observer);
    return observer;
  };

  /** Fires for a call in flight, a few times for each: what is known of it has grown. */
  get onProgress() {
    return this.progress.event;
  }

  /** Fires once for each call, when it is counted. */
  get onFinished() {
    return this.ends.event;
  }

  /** Finished calls, in the order in which they finished; the oldest may be gone. */
  get calls(): readonly ModelCall[] {
    return this.finished;
  }

  get inFlight(): readonly ModelCall[] {
    return [...this.started.values()].map(({ call }) => call);
  }

  /** Sums of all calls since the log was made, also of those that are no longer kept. */
  get sums(): CallSums {
    return this.summary.sums;
  }

  /** Keeps the bodies of calls that begin from now on, until all who wanted them have let go. */
  wantBodies(): Disposable {
    return this.memory.bodies.want();
  }

  /** Gives away what was kept of a call's bodies, not masked: see `CallRecorder`. */
  takeBody(id: number): CallBody | undefined {
    return this.memory.bodies.take(id);
  }

  dispose(): void {
    this.isDisposed = true;
    for (const { observer } of this.started.values()) {
      observer.dispose();
    }
    this.started.clear();
    this.memory.bodies.clear();
    this.memory.conversations.clear();
    this.memory.store.clear();
    this.progress.dispose();
    this.ends.dispose();
  }

  private note(call: ModelCall, observer: () => ObservedCall): void {
    if (!this.isDisposed) {
      this.started.set(call.id, { observer: observer(), call });
      this.progress.fire(call);
    }
  }

  private finish(call: ModelCall): void {
    this.started.delete(call.id);
    if (this.isDisposed) {
      return;
    }
    this.summary.add(call);
    this.finished.push(call);
    if (this.finished.length > (this.options.limit ?? 500)) {
      this.finished.shift();
    }
    this.ends.fire(call);
  }
}

function isModelPath(path: string): boolean {
  return /\/v1\/messages(?:\/count_tokens)?\/?(?:\?|$)/.test(path);
}
