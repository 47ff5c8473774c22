import { randomUUID } from 'node:crypto';
import type { ConversationEvent } from '../../contract/events';
import type { PromptId } from '../../contract/ids';
import type { OfferedAnswer } from '../../contract/prompts';
import type { AgentHost, PermissionAnswer, PermissionRequest } from '../../protocol/agentSource';
import type { AskedPermission } from '../translate/sessionContent';
import type { UpdateTranslator } from '../translate/updateTranslator';
import { RpcError, rpcCodes } from '../wire/rpcError';

interface PermissionRequestOptions {
  readonly host: Pick<AgentHost, 'decide'>;
  readonly translator: Pick<UpdateTranslator, 'permissionAsked' | 'permissionAnswered'>;
  /** Delivers these events, and all before them. */
  deliver(events: readonly ConversationEvent[]): void;
  /** Begins to track what the call will change. Bounded in time. */
  track(toolCallId: string): Promise<void>;
  /** Stops the turn: the user has said so with the answer. */
  interrupt(): void;
}

type Outcome = { outcome: { outcome: 'cancelled' } | { outcome: 'selected'; optionId: string } };

const cancelled: Outcome = { outcome: { outcome: 'cancelled' } };

/** Answers session/request_permission with one of the agent's own answers. */
export class PermissionRequests {
  private readonly open = new Set<AbortController>();

  constructor(private readonly options: PermissionRequestOptions) {}

  /**
   * @param session id of the child session that asks
   * @throws RpcError for a request that offers no answer
   */
  async ask(params: unknown, signal: AbortSignal, session?: string): Promise<Outcome> {
    const { host, translator, deliver, track, interrupt } = this.options;
    const asked = translator.permissionAsked(params, randomUUID() as string as PromptId, session);
    if (!asked) {
      throw new RpcError(rpcCodes.invalidParams, 'Invalid params: a call and options are needed');
    }
    deliver(asked.events);
    const controller = new AbortController();
    const withdraw = () => controller.abort();
    signal.addEventListener('abort', withdraw, { once: true });
    this.open.add(controller);
    try {
      if (signal.aborted) {
        withdraw();
      }
      await track(asked.toolCallId);
      const answer = controller.signal.aborted
        ? undefined
        : await host.decide(asked.request, controller.signal);
      if (!answer || controller.signal.aborted) {
        deliver(translator.permissionAnswered(asked.toolCallId, 'cancelled'));
        return cancelled;
      }
      const taken = takenAnswer(asked, answer);
      deliver(translator.permissionAnswered(asked.toolCallId, outcomeOf(answer, taken)));
      if (answer.kind === 'deny' && answer.interrupts) {
        interrupt();
      }
      return taken ? { outcome: { outcome: 'selected', optionId: taken } } : cancelled;
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.open.delete(controller);
    }
  }

  /** Withdraws all open requests: the user has stopped the turn, or the agent is gone. */
  cancelAll(): void {
    for (const controller of this.open) {
      controller.abort();
    }
  }
}

function outcomeOf({ kind }: PermissionAnswer, taken: string | undefined) {
  return kind === 'allow' ? 'allowed' : taken === undefined ? 'cancelled' : 'denied';
}

/** Returns the agent's id of an answer; an answer given without its words takes the plainest one. */
function takenAnswer(
  { request, optionIds }: AskedPermission,
  answer: PermissionAnswer,
): string | undefined {
  const index = answer.offered ?? plainest(offeredBy(request), answer.kind)?.index;
  return index === undefined ? undefined : optionIds[index];
}

function offeredBy({ prompt }: PermissionRequest): readonly OfferedAnswer[] {
  return prompt.kind === 'permission' ? (prompt.offered ?? []) : [];
}

function plainest(offered: readonly OfferedAnswer[], kind: PermissionAnswer['kind']) {
  const wanted: readonly OfferedAnswer['effect'][] =
    kind === 'allow' ? ['allowOnce', 'allowAlways'] : ['rejectOnce', 'rejectAlways'];
  return wanted.map(effect => offered.find(one => one.effect === effect)).find(Boolean);
}
