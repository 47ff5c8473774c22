import * as l10n from '@vscode/l10n';
import type { ConversationEvent, TurnOutcome } from '../../../contract/events';
import type { TurnTracker } from './turnTracker';

/** Reasons for which a message ends before the model is done. */
const early = ['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn'] as const;
type EarlyStop = (typeof early)[number];

/** Says why an answer ends early, unless the CLI says so itself. */
export class StopNotices {
  private pending: { readonly id: string; readonly reason: EarlyStop } | undefined;
  /** Message that is being streamed. */
  private current: string | undefined;
  private isExplained = false;

  constructor(private readonly turn: TurnTracker) {}

  /** A message of the main conversation begins, or goes on: the one before was continued. */
  message(id: string, now: number): ConversationEvent[] {
    this.current = id;
    const { pending } = this;
    if (!pending || pending.id === id) {
      return [];
    }
    this.pending = undefined;
    return this.turn.notice({ kind: 'warning', text: continued(pending.reason) }, now);
  }

  /** @param reason of the message that began last */
  stopped(reason: string | null | undefined): void {
    const found = early.find(one => one === reason);
    if (found && this.current !== undefined && !this.isExplained) {
      this.pending = { id: this.current, reason: found };
    }
  }

  /** The CLI has said in its own words why an answer ends. */
  explained(): void {
    this.pending = undefined;
    this.isExplained = true;
  }

  /** The CLI has shown a note, as it does after a refusal. */
  noted(): void {
    if (this.pending?.reason === 'refusal') {
      this.pending = undefined;
    }
  }

  end(outcome: TurnOutcome, now: number): ConversationEvent[] {
    const { pending } = this;
    this.clear();
    return pending && outcome.kind === 'completed'
      ? this.turn.notice({ kind: 'warning', text: final(pending.reason) }, now)
      : [];
  }

  clear(): void {
    this.pending = undefined;
    this.current = undefined;
    this.isExplained = false;
  }
}

function continued(reason: EarlyStop): string {
  switch (reason) {
    case 'max_tokens':
      return l10n.t(
        'The answer above was cut off at the output token limit. Claude Code had the model continue.',
      );
    case 'model_context_window_exceeded':
      return l10n.t(
        'The answer above was cut off because the context window is full. Claude Code had the model continue.',
      );
    case 'refusal':
      return l10n.t(
        'The model refused to finish the answer above. Claude Code had it continue with that noted.',
      );
    case 'pause_turn':
      return l10n.t('The model paused here and then continued.');
  }
}

function final(reason: EarlyStop): string {
  switch (reason) {
    case 'max_tokens':
      return l10n.t(
        'The answer was cut off at the output token limit. Ask for the rest, or raise the limit with CLAUDE_CODE_MAX_OUTPUT_TOKENS.',
      );
    case 'model_context_window_exceeded':
      return l10n.t(
        'The answer was cut off because the context window is full. Compact the conversation, then ask for the rest.',
      );
    case 'refusal':
      return l10n.t(
        'The model refused to finish this answer. Change the message, or choose another model.',
      );
    case 'pause_turn':
      return l10n.t('The model paused in its answer. Ask it to continue.');
  }
}
