import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import {
  type ControlParams,
  type ControlResult,
  type IncomingName,
  type IncomingRequest,
  incomingControls,
  type OutgoingName,
  outgoingControls,
} from '../../protocol/control';
import type { ControlSupport } from './controlSupport';

/** Handlers of the CLI's requests. `signal` aborts if the CLI withdraws one: no answer follows. */
export type IncomingHandlers = {
  readonly [N in IncomingName]: (
    request: IncomingRequest<N>,
    signal: AbortSignal,
  ) => Promise<JsonObject>;
};

export interface ControlClientOptions {
  /** Writes one frame. Rejects if the process no longer reads. */
  write(frame: JsonObject): Promise<void>;
  handlers: IncomingHandlers;
  /** Says whether the CLI may read its settings and skills anew; absent: it may. */
  taking?: { mayTakeUp(): Promise<boolean> };
  support: ControlSupport;
  clock: Clock;
  log: Log;
}

/** Requests after which the CLI takes up what has changed in files. */
const takingUp: ReadonlySet<OutgoingName> = new Set([
  ...(['apply_flag_settings', 'reload_skills'] as const),
]);

interface PendingRequest {
  readonly subtype: OutgoingName;
  readonly answer: Deferred<unknown>;
  readonly timer: Disposable;
}

/** Speaks the control protocol: our requests have time limits, the CLI's get one answer each. */
export class ControlClient {
  private readonly pending = new Map<string, PendingRequest>();
  private readonly serving = new Map<string, AbortController>();
  private count = 0;
  private ended: UserError | undefined;

  constructor(private readonly options: ControlClientOptions) {}

  /**
   * @throws UserError `cli.unsupported` (this binary does not know the request), `cli.timeout`,
   *   `cli.refused` (with the CLI's error text), `cli.needsRestart`, or the error passed to `close`
   */
  async request<N extends OutgoingName>(
    subtype: N,
    params: ControlParams<N>,
  ): Promise<ControlResult<N>> {
    if (this.ended) {
      throw this.ended;
    }
    const { support, taking } = this.options;
    if (taking && takingUp.has(subtype) && !(await taking.mayTakeUp())) {
      throw new UserError(
        'cli.needsRestart',
        l10n.t('Claude Code restarts with the next message.'),
      );
    }
    if (!support.mayAsk(subtype)) {
      throw unsupported(subtype);
    }
    const id = `tandem_${++this.count}_${randomUUID().slice(0, 8)}`;
    const answer = new Deferred<unknown>();
    const limit = outgoingControls[subtype].limit;
    const timer = this.options.clock.setTimeout(() => this.expire(id, limit), limit);
    this.pending.set(id, { subtype, answer, timer });
    const request = { subtype, ...params };
    this.options
      .write({ type: 'control_request', request_id: id, request })
      .catch((error: unknown) => this.take(id)?.answer.reject(error));
    return this.parseResult(subtype, await answer.promise);
  }

  /** Whether a frame answers a request that is waiting: some answers come twice, or too late. */
  awaits({ type, response }: JsonObject): boolean {
    const id = isObject(response) ? String(response.request_id) : '';
    return type === 'control_response' && this.pending.has(id);
  }

  /** Handles a `control_*` frame; returns false for any other frame. */
  receive(frame: JsonObject): boolean {
    switch (frame.type) {
      case 'control_response':
        this.settle(frame.response);
        return true;
      case 'control_request':
        void this.serve(frame);
        return true;
      case 'control_cancel_request':
        this.withdraw(String(frame.request_id));
        return true;
      default:
        return false;
    }
  }

  /**
   * Rejects all pending requests. Requests from the CLI are not aborted: a prompt stays open after
   * its process ends, but its answer is not written.
   */
  close(reason: UserError): void {
    if (this.ended) {
      return;
    }
    this.ended = reason;
    for (const id of [...this.pending.keys()]) {
      this.take(id)?.answer.reject(reason);
    }
    this.serving.clear();
  }

  private parseResult<N extends OutgoingName>(subtype: N, value: unknown): ControlResult<N> {
    // All result members are optional, so a success without a body equals an empty object.
    const result = outgoingControls[subtype].result.safeParse(value ?? {});
    if (!result.success) {
      const detail = result.error.message;
      throw new UserError('cli.refused', l10n.t('The answer to {0} could not be read.', subtype), {
        detail,
      });
    }
    return result.data as ControlResult<N>;
  }

  private settle(response: unknown): void {
    if (!isObject(response)) {
      this.options.log.warn('A control response without a body was ignored');
      return;
    }
    // 2.0.36 answers some requests twice; the second answer matches no request.
    const pending = this.take(String(response.request_id));
    if (!pending) {
      return;
    }
    const { support } = this.options;
    if (response.subtype === 'success') {
      support.learn(pending.subtype, true);
      pending.answer.resolve(response.response);
      return;
    }
    const cause = typeof response.error === 'string' ? response.error : l10n.t('without a reason');
    const isUnknown = /^Unsupported control request/i.test(cause);
    support.learn(pending.subtype, !isUnknown);
    if (isUnknown) {
      pending.answer.reject(unsupported(pending.subtype));
      return;
    }
    const message = l10n.t('Claude Code refused {0}: {1}', pending.subtype, cause);
    pending.answer.reject(new UserError('cli.refused', message, { detail: cause }));
  }

  private expire(id: string, limit: number): void {
    const pending = this.take(id);
    if (!pending) {
      return;
    }
    const { subtype } = pending;
    const message = l10n.t(
      'Claude Code did not answer {0} within {1} seconds.',
      subtype,
      limit / 1000,
    );
    pending.answer.reject(new UserError('cli.timeout', message));
  }

  private take(id: string): PendingRequest | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.timer.dispose();
    return pending;
  }

  private async serve(frame: JsonObject): Promise<void> {
    const id = String(frame.request_id);
    if (this.serving.has(id)) {
      this.options.log.warn(`The CLI used the request id ${id} twice`);
      return;
    }
    const controller = new AbortController();
    this.serving.set(id, controller);
    let response: JsonObject;
    try {
      const answer = await this.handle(frame.request, controller.signal);
      response = { subtype: 'success', request_id: id, response: answer };
    } catch (error) {
      response = { subtype: 'error', request_id: id, error: messageOf(error) };
    }
    this.serving.delete(id);
    if (controller.signal.aborted || this.ended) {
      return;
    }
    try {
      await this.options.write({ type: 'control_response', response });
    } catch (error) {
      this.options.log.debug('An answer could not be written', messageOf(error));
    }
  }

  private async handle(request: unknown, signal: AbortSignal): Promise<JsonObject> {
    const subtype = isObject(request) ? String(request.subtype) : '';
    if (!isIncoming(subtype)) {
      this.options.log.warn(`The CLI asked for "${subtype}", which is not known`);
      throw new Error(`Unsupported control request subtype: ${subtype}`);
    }
    return this.dispatch(subtype, request, signal);
  }

  private dispatch<N extends IncomingName>(
    subtype: N,
    request: unknown,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const parsed = incomingControls[subtype].safeParse(request);
    if (!parsed.success) {
      this.options.log.warn(`A ${subtype} request could not be read`, parsed.error.message);
      throw new Error(`The ${subtype} request could not be read.`);
    }
    return this.options.handlers[subtype](parsed.data as IncomingRequest<N>, signal);
  }

  private withdraw(id: string): void {
    this.serving.get(id)?.abort();
  }
}

function isIncoming(subtype: string): subtype is IncomingName {
  return Object.hasOwn(incomingControls, subtype);
}

function unsupported(subtype: string): UserError {
  return new UserError(
    'cli.unsupported',
    l10n.t('This version of Claude Code does not support {0}.', subtype),
  );
}
