import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
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
  private isCancelling = false;
  /** Edits of the last turn are still compared. */
  private settling: Promise<void> = Promise.resolve();

  constructor(private readonly options: PromptTurnOptions) {}

  /** Resolves once the message is on its way. @throws UserError if the agent cannot take it */
  async begin(message: OutgoingMessage): Promise<{ ended: Promise<void> }> {
    const { session, translator, tracking, record, outlet, cwd, clock } = this.options;
    const { id: sessionId, introduction } = session;
    if (sessionId === undefined || !introduction) {
      throw new UserError('cli.notStarted', l10n.t('The agent has not been started.'));
    }
    await session.signInIfNeeded();
    await this.settling;
    await tracking.turnStarts(message.id);
    const links = await linkedFiles(message.text, cwd);
    await record.sends(message, clock.now());
    this.isCancelling = false;
    outlet.deliver(translator.turnStarted([message.id]));
    const prompt = toContentBlocks(message, links, introduction.abilities);
    const answer = session.connection.request('session/prompt', { sessionId, prompt });
    return { ended: this.end(answer) };
  }

  /** Asks the agent to end the turn. */
  async cancel(): Promise<void> {
    const { session, translator, withdrawAll } = this.options;
    const { id: sessionId } = session;
    if (sessionId !== undefined) {
      this.isCancelling = true;
      translator.cancelled();
      await session.connection.notify('session/cancel', { sessionId });
      withdrawAll();
    }
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
