import * as l10n from '@vscode/l10n';
import { Deferred } from '../../base/deferred';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { OutgoingMessage } from '../../protocol/agentSource';
import { toContentBlocks } from '../prompt/contentBlocks';
import { linkedFiles } from '../prompt/linkedFiles';
import type { ToolTracking } from '../requests/toolTracking';
import type { PromptEnd } from '../translate/session/promptEnd';
import type { UpdateTranslator } from '../translate/updateTranslator';
import { RpcError } from '../wire/rpcError';
import type { AcpAgentOptions } from './acpAgentOptions';
import type { AgentSession } from './agentSession';
import type { Outlet } from './outlet';
import type { SessionRecord } from './sessionRecord';

interface PromptTurnOptions extends Pick<AcpAgentOptions, 'cwd' | 'clock'> {
  readonly session: AgentSession;
  readonly translator: UpdateTranslator;
  readonly record: SessionRecord;
  readonly tracking: ToolTracking;
  readonly outlet: Outlet;
  /** Withdraws what waits for the user's permission. */
  withdrawPermissions(): void;
  /** Withdraws everything that waits for the user. */
  withdrawAll(): void;
}

/** Carries out one turn: session/prompt from the message to its last edit, or session/cancel. */
export class PromptTurns {
  /** True once the running turn has been cancelled. */
  isCancelling = false;
  /** Resolves when the user stops a turn whose message the agent has not got yet. */
  private unsent: Deferred<void> | undefined;
  /** Edits of the last turn are still compared. */
  private settling: Promise<void> = Promise.resolve();

  constructor(private readonly options: PromptTurnOptions) {}

  /** Resolves once the message is on its way. @throws UserError if the agent cannot take it */
  async begin(message: OutgoingMessage): Promise<{ ended: Promise<void> }> {
    const { session, translator, outlet } = this.options;
    const { id: sessionId, introduction } = session;
    if (sessionId === undefined || !introduction) {
      throw new UserError('cli.notStarted', l10n.t('The agent has not been started.'));
    }
    await session.signInIfNeeded();
    const links = await this.prepared(message);
    outlet.deliver(translator.turnStarted([message.id]));
    const prompt = toContentBlocks(message, links, introduction.abilities);
    const answer = session.connection.request('session/prompt', { sessionId, prompt });
    return { ended: this.end(answer) };
  }

  /** Asks the agent to end the turn. */
  async cancel(): Promise<void> {
    const { session, translator, withdrawAll } = this.options;
    const { id: sessionId } = session;
    if (this.unsent) {
      // The agent knows nothing of the turn, and would begin it after the notification.
      this.unsent.resolve();
    } else if (sessionId !== undefined) {
      this.isCancelling = true;
      translator.cancelled();
      await session.connection.notify('session/cancel', { sessionId });
      withdrawAll();
    }
  }

  /**
   * Does what must precede a message, and returns its links.
   * @throws UserError `conversation.stopped` if the user stops the turn meanwhile
   */
  private async prepared(message: OutgoingMessage): Promise<readonly JsonObject[]> {
    const { tracking, record, outlet, cwd, clock } = this.options;
    const stopped = new Deferred<void>();
    const prepare = async () => {
      await this.settling;
      await tracking.turnStarts(message.id);
      const links = await linkedFiles(message.text, cwd);
      if (!stopped.settled) {
        await outlet.unlessDiskFails(record.sends(message, clock.now()));
      }
      return links;
    };
    this.isCancelling = false;
    this.unsent = stopped;
    const preparing = prepare();
    const links = await Promise.race([preparing, stopped.promise]).finally(() => {
      this.unsent = undefined;
    });
    if (!links || stopped.settled) {
      this.settling = preparing
        .then(() => tracking.turnEnds())
        .catch((error: unknown) => outlet.note('Edits', error));
      throw new UserError('conversation.stopped', l10n.t('You stopped the turn.'));
    }
    return links;
  }

  private async end(answer: Promise<unknown>): Promise<void> {
    const { session, translator, tracking, record, outlet, withdrawPermissions } = this.options;
    let end: PromptEnd | undefined;
    try {
      end = { kind: 'answered', result: await answer };
    } catch (error) {
      // The end of the process ends the turn, too.
      end =
        error instanceof RpcError ? { kind: 'failed', error: session.withWays(error) } : undefined;
    }
    withdrawPermissions();
    if (!end) {
      return;
    }
    if (!this.isCancelling) {
      await tracking.callsCompared();
    }
    outlet.deliver(translator.turnEnded(end));
    this.settling = tracking.turnEnds().catch((error: unknown) => outlet.note('Edits', error));
    await record
      .turnEnded(translator.costUsd)
      .catch((error: unknown) => outlet.note('The conversation', error));
  }
}
