import type { JsonObject } from '../../../../src/base/json';
import { Answer } from './answer';
import { CallRunner } from './calls';
import { ApiError, askModel } from './model';
import { modelRequest } from './modelRequest';
import type { Session } from './session';
import { addUsage, costOf, modelUsage, type Usage } from './usage';

interface TurnEnd {
  readonly result: JsonObject;
  /** Usage of all turns so far. */
  readonly used: Usage;
  /** Tokens in the last request. */
  readonly context: number;
}

/** A turn: model requests and the calls in the answers, until an answer has no calls. */
export class Turn {
  private readonly aborting = new AbortController();
  private readonly began = Date.now();
  private used: Usage = {};
  private context = 0;
  private rounds = 0;
  private isUrgent = false;
  private answer: Answer | undefined;
  private readonly calls: CallRunner;

  constructor(
    private readonly session: Session,
    private readonly uuids: readonly string[],
  ) {
    this.calls = new CallRunner(session, this.aborting.signal);
  }

  /** @param isUrgent true for an urgent message: the model then gets no note of an interruption */
  interrupt(isUrgent: boolean): void {
    this.isUrgent = isUrgent;
    this.aborting.abort();
  }

  /** @param before usage of earlier turns */
  async run(before: Usage, waiting: () => number): Promise<TurnEnd> {
    const ending = await this.rest();
    const used = addUsage(before, this.used);
    const result = {
      type: 'result',
      duration_ms: Date.now() - this.began,
      duration_api_ms: Date.now() - this.began,
      num_turns: this.rounds,
      stop_reason: this.answer?.stopReason ?? null,
      total_cost_usd: costOf(used),
      usage: this.used,
      modelUsage: modelUsage(this.session.model, used),
      permission_denials: this.calls.denials,
      api_error_status: null,
      ...ending,
      ...this.prompted,
      queued_turn_count: waiting() > 0 ? 1 : 0,
    };
    return { result, used, context: this.context };
  }

  private get prompted(): JsonObject {
    return { user_message_uuid: this.uuids[0], user_message_uuids: this.uuids };
  }

  private async rest(): Promise<JsonObject> {
    for (;;) {
      const failure = await this.ask();
      const answer = this.answer;
      if (failure || !answer) {
        return failure ?? {};
      }
      if (answer.calls.length === 0) {
        const is = { subtype: 'success', is_error: false, terminal_reason: 'completed' };
        return { ...is, result: answer.text };
      }
      if ((await this.calls.runAll(answer)) === 'stopped') {
        this.note('[Request interrupted by user for tool use]');
        return interrupted('aborted_tools');
      }
    }
  }

  /** @returns how the turn ends, undefined if it continues */
  private async ask(): Promise<JsonObject | undefined> {
    const { session } = this;
    this.rounds += 1;
    const status = { type: 'system', subtype: 'status', status: 'requesting' };
    session.wire.send({ ...status, user_message_uuids: this.uuids });
    const answer = new Answer(session, this.rounds === 1 ? this.prompted : {});
    this.answer = answer;
    const { signal } = this.aborting;
    try {
      const body = modelRequest(session, session.transcript.messages);
      const headers = { 'x-claude-code-session-id': session.id };
      await askModel(body, headers, signal, event => answer.read(event));
    } catch (error) {
      if (signal.aborted) {
        answer.abort();
        this.note('[Request interrupted by user]');
        answer.end();
        return interrupted('aborted_streaming');
      }
      return this.failed(error);
    }
    answer.store();
    const { input_tokens = 0, cache_creation_input_tokens = 0 } = answer.usage;
    this.context =
      input_tokens + cache_creation_input_tokens + (answer.usage.cache_read_input_tokens ?? 0);
    this.used = addUsage(this.used, answer.usage);
    return undefined;
  }

  private note(text: string): void {
    if (this.isUrgent) {
      return;
    }
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.session.transcript.add('user', message);
    this.session.wire.send({ type: 'user', message, parent_tool_use_id: null });
  }

  private failed(error: unknown): JsonObject {
    const text = error instanceof Error ? error.message : String(error);
    const status = error instanceof ApiError ? error.status : null;
    this.session.wire.send({
      type: 'assistant',
      message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
      parent_tool_use_id: null,
      error: 'unknown',
    });
    const is = { subtype: 'success', is_error: true, terminal_reason: 'api_error' };
    return { ...is, api_error_status: status, result: text };
  }
}

function interrupted(terminal_reason: string): JsonObject {
  return {
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason,
    errors: ['[ede_diagnostic] the turn was interrupted'],
  };
}
