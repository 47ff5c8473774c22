import * as l10n from '@vscode/l10n';
import { DisposableStore, toDisposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { Turn } from '../../contract/conversation';
import type { Draft } from '../../contract/draft';
import type { TurnOutcome } from '../../contract/events';
import type { ContextBlock } from '../../protocol/agentSource';
import { changedFiles } from '../../transcript/selectors';
import { hasBackground } from '../conversation/background';
import type { Channel } from '../conversation/channel';
import { longestResult, mostChanged, type Run } from './run';

/** How a run ended. */
export type RunEnd = Pick<Run, 'state' | 'costUsd' | 'result' | 'problem' | 'denied' | 'changed'>;

interface ChannelRunOptions {
  readonly draft: Draft;
  readonly context: readonly ContextBlock[];
  /** Stops the run. */
  readonly signal: AbortSignal;
  /** Called when the agent begins or ceases to wait for the user. */
  onWaiting(isWaiting: boolean): void;
  /** Fires also when the conversation has been closed. */
  readonly onChanged: Event<unknown>;
}

/** Sends one message in a new conversation. Resolves when the agent is done with it. */
export async function runInChannel(channel: Channel, options: ChannelRunOptions): Promise<RunEnd> {
  const { draft, context, signal } = options;
  if (signal.aborted) {
    return { state: 'stopped' };
  }
  const store = new DisposableStore();
  try {
    const warnings: string[] = [];
    const end = new Promise<void>(resolve => {
      let isReturned = false;
      const look = () => {
        options.onWaiting(channel.conversation.summary.waiting.length > 0);
        if (channel.isClosed || isSettled(channel, isReturned)) {
          resolve();
        }
      };
      // The next step after a turn is under way only later.
      const lookLater = () => queueMicrotask(look);
      store.add(
        channel.messages.composer.onReturned(() => {
          isReturned = true;
          lookLater();
        }),
      );
      store.add(channel.onChanged(lookLater));
      store.add(options.onChanged(lookLater));
      store.add(
        channel.history.onNews(events => {
          for (const event of events) {
            if (event.type === 'notice' && event.notice.kind === 'warning') {
              warnings.push(event.notice.text);
            }
          }
          lookLater();
        }),
      );
      const stop = () => void channel.stop().then(lookLater, lookLater);
      signal.addEventListener('abort', stop, { once: true });
      store.add(toDisposable(() => signal.removeEventListener('abort', stop)));
    });
    channel.send(draft, context);
    await end;
    return endOf(channel, signal.aborted, warnings.at(-1));
  } finally {
    store.dispose();
  }
}

/** True once a turn has ended, or there is no message any more, and nothing else is under way. */
function isSettled({ conversation, record, agent }: Channel, hasNone: boolean): boolean {
  const { turns, open, summary } = conversation;
  const hasEnded = hasNone || turns.some(({ outcome }) => outcome !== undefined);
  const isBusy =
    record.inFlight.length > 0 ||
    (record.queue.length > 0 && summary.isQueueHeld !== true) ||
    hasTurn(open) ||
    (agent.isLive && (summary.waiting.length > 0 || hasBackground(conversation)));
  return hasEnded && !isBusy;
}

function hasTurn(open: Turn | undefined): boolean {
  return open?.items.some(({ kind }) => kind !== 'notice' && kind !== 'unknown') ?? false;
}

function endOf(channel: Channel, isStopped: boolean, warning: string | undefined): RunEnd {
  const { turns, summary } = channel.conversation;
  const last = turns.findLast(({ outcome }) => outcome !== undefined);
  const { costUsd } = channel.record;
  const result = last && lastText(last);
  const changed = [...new Set(turns.flatMap(changedFiles).map(({ path }) => path))];
  const denied = deniedCalls(turns);
  const facts = {
    ...(costUsd > 0 ? { costUsd } : {}),
    ...(result === undefined ? {} : { result }),
    ...(denied > 0 ? { denied } : {}),
    ...(changed.length > 0 ? { changed: changed.slice(0, mostChanged) } : {}),
  };
  if (isStopped || (channel.isClosed && !last)) {
    return { ...facts, state: 'stopped' };
  }
  const problem = last?.outcome
    ? problemOf(last.outcome)
    : (summary.agent.detail ?? warning ?? l10n.t('The message was not sent.'));
  return last?.outcome?.kind === 'interrupted'
    ? { ...facts, state: 'stopped' }
    : { ...facts, state: problem ? 'failed' : 'done', ...(problem ? { problem } : {}) };
}

/** Counts the tool calls that the user, a rule or the mode has not allowed. */
export function deniedCalls(turns: readonly Pick<Turn, 'items'>[]): number {
  const items = turns.flatMap(turn => turn.items);
  return items.filter(item => item.kind === 'tool' && item.call.status === 'denied').length;
}

/** Returns why a turn did not end well; undefined if it did. */
export function problemOf(outcome: TurnOutcome): string | undefined {
  switch (outcome.kind) {
    case 'completed':
    case 'interrupted':
      return undefined;
    case 'maxTurns':
      return l10n.t('The turn limit was reached.');
    case 'maxBudget':
      return l10n.t('The cost limit was reached.');
    case 'hookStopped':
      return outcome.message ?? l10n.t('A hook stopped the turn.');
    case 'elsewhere':
      return l10n.t('The conversation continued in another process.');
    case 'error':
      return outcome.reason === 'authentication'
        ? l10n.t('Not signed in. Open the conversation to sign in. {0}', outcome.message)
        : outcome.message;
    case 'lost':
      return outcome.message;
  }
}

/** Returns the last words of the agent itself, not of its subagents. */
function lastText({ items }: Turn): string | undefined {
  const last = items.findLast(item => item.kind === 'text' && item.parentToolId === undefined);
  const text = last?.kind === 'text' ? last.text.trim() : '';
  return text === '' ? undefined : text.slice(0, longestResult);
}
