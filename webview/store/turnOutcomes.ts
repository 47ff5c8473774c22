import * as l10n from '@vscode/l10n';
import type { AgentAction } from '../../src/contract/agentState';
import type { HostAction } from '../../src/contract/calls';
import type { ErrorReason, TurnOutcome } from '../../src/contract/events';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import { timeOfDay } from '../../src/contract/labels/resetTime';
import type { PickerName } from './pageState';

/** Button under a turn. */
export type OutcomeStep =
  | { readonly kind: 'retry'; readonly label: string }
  | { readonly kind: 'edit'; readonly label: string }
  | { readonly kind: 'continue'; readonly label: string }
  | { readonly kind: 'goOn'; readonly label: string }
  | { readonly kind: 'cancelGoOn'; readonly label: string }
  | { readonly kind: 'agent'; readonly action: AgentAction }
  | { readonly kind: 'host'; readonly action: HostAction }
  | { readonly kind: 'picker'; readonly label: string; readonly picker: PickerName }
  | { readonly kind: 'send'; readonly label: string; readonly text: string };

/** Labels the button of a step. */
export function stepLabel(step: OutcomeStep): string {
  return 'action' in step ? actionLabel(step.action) : step.label;
}

export interface OutcomeText {
  readonly tone: 'info' | 'warning' | 'error';
  readonly sentence: string;
  /** Message from the agent or the API. */
  readonly detail?: string;
  readonly steps: readonly OutcomeStep[];
}

const retry = (): OutcomeStep => ({ kind: 'retry', label: l10n.t('Retry') });
const edit = (): OutcomeStep => ({ kind: 'edit', label: l10n.t('Edit Message') });
const continueTurn = (): OutcomeStep => ({ kind: 'continue', label: l10n.t('Continue') });
const signIn: OutcomeStep = { kind: 'agent', action: 'signIn' };
const showLog: OutcomeStep = { kind: 'host', action: 'showLog' };
const settings: OutcomeStep = { kind: 'host', action: 'openSettings' };
const chooseModel = (): OutcomeStep => ({
  kind: 'picker',
  label: l10n.t('Choose Model'),
  picker: 'model',
});
const compact = (): OutcomeStep => ({ kind: 'send', label: l10n.t('Compact'), text: '/compact' });

const errors = (
  agentTitle: string,
): Record<ErrorReason, { sentence: string; steps: readonly OutcomeStep[] }> => ({
  authentication: {
    sentence: l10n.t(
      "{0} couldn't verify your credentials. Sign in again or check your API key.",
      agentTitle,
    ),
    steps: [signIn, retry()],
  },
  billing: {
    sentence: l10n.t('Your credit balance is too low. Add credits, then retry.'),
    steps: [retry(), signIn],
  },
  rateLimit: {
    sentence: l10n.t('Too many requests. Wait a moment, then retry.'),
    steps: [retry()],
  },
  usageLimit: {
    sentence: l10n.t("You've reached your usage limit. Retry after it resets."),
    steps: [retry(), chooseModel()],
  },
  modelNotFound: {
    sentence: l10n.t("This model isn't available to your account. Choose another model."),
    steps: [chooseModel(), retry()],
  },
  promptTooLong: {
    sentence: l10n.t('The conversation is too long for this model. Compact it, then retry.'),
    steps: [compact(), retry()],
  },
  requestTooLarge: {
    sentence: l10n.t('The request is too large. Compact the conversation, or remove attachments.'),
    steps: [edit(), compact(), retry()],
  },
  image: {
    sentence: l10n.t("An image couldn't be processed. Edit the message to remove it."),
    steps: [edit(), showLog],
  },
  overloaded: {
    sentence: l10n.t('{0} is overloaded right now. Try again in a moment.', agentTitle),
    steps: [retry(), chooseModel()],
  },
  server: {
    sentence: l10n.t(
      "{0}'s service reported an internal error. Try again in a moment.",
      agentTitle,
    ),
    steps: [retry(), chooseModel(), showLog],
  },
  connection: {
    sentence: l10n.t("Can't reach {0}. Check your connection, then retry.", agentTitle),
    steps: [retry(), showLog],
  },
  invalidRequest: {
    sentence: l10n.t('The request was rejected as invalid.'),
    steps: [retry(), edit(), showLog],
  },
  execution: {
    sentence: l10n.t('Something went wrong while {0} was working.', agentTitle),
    steps: [retry(), showLog],
  },
  unknown: { sentence: l10n.t('Something went wrong.'), steps: [retry(), showLog] },
});

interface OutcomeContext {
  /** Time of the page, in milliseconds since 1970. */
  readonly now: number;
  /** Time for which going on is planned. */
  readonly goOnAt?: number | undefined;
  readonly agentTitle: string;
}

/**
 * Describes how a turn ended and offers next steps.
 * @returns undefined if the turn completed
 */
export function outcomeText(
  outcome: TurnOutcome,
  context: OutcomeContext,
): OutcomeText | undefined {
  const { agentTitle } = context;
  switch (outcome.kind) {
    case 'completed':
      return undefined;
    case 'interrupted':
      return {
        tone: 'info',
        sentence: l10n.t('Stopped'),
        steps: [continueTurn(), retry()],
      };
    case 'maxTurns':
      return {
        tone: 'warning',
        sentence: l10n.t('Stopped: turn limit reached.'),
        steps: [continueTurn(), settings],
      };
    case 'maxBudget':
      return {
        tone: 'warning',
        sentence: l10n.t('Stopped: cost limit reached.'),
        steps: [continueTurn(), settings],
      };
    case 'hookStopped':
      return {
        tone: 'warning',
        sentence: l10n.t('Stopped by a hook.'),
        ...(outcome.message ? { detail: outcome.message } : {}),
        steps: [continueTurn(), showLog],
      };
    case 'lost':
      return outcome.isReload
        ? { tone: 'info', sentence: outcome.message, steps: [continueTurn(), retry()] }
        : {
            tone: 'error',
            sentence: l10n.t('{0} stopped unexpectedly.', agentTitle),
            ...(outcome.message ? { detail: outcome.message } : {}),
            steps: [continueTurn(), showLog],
          };
    case 'elsewhere':
      return { tone: 'info', sentence: l10n.t('This turn may continue elsewhere.'), steps: [] };
    case 'error': {
      const known = errors(agentTitle);
      const { sentence, steps } = known[outcome.reason] ?? known.unknown;
      return {
        tone: 'error',
        sentence: plannedText(context) ?? sentence,
        ...(outcome.message ? { detail: withStatus(outcome.message, outcome.status) } : {}),
        steps: [...waitSteps(outcome.resetsAt, context), ...steps],
      };
    }
  }
}

/** Names the status behind a message that does not. */
function withStatus(message: string, status: number | undefined): string {
  return status === undefined || message.includes(String(status))
    ? message
    : `${message} (${status})`;
}

/** Says when the conversation goes on by itself, if that is planned. */
function plannedText({ now, goOnAt }: OutcomeContext): string | undefined {
  return goOnAt === undefined
    ? undefined
    : l10n.t(
        "You've reached your usage limit. The conversation continues automatically at {0}.",
        timeOfDay(goOnAt, now),
      );
}

/** Steps of a turn that ended at a limit whose reset is known. */
function waitSteps(resetsAt: number | undefined, { now, goOnAt }: OutcomeContext): OutcomeStep[] {
  if (goOnAt !== undefined) {
    return [{ kind: 'cancelGoOn', label: l10n.t('Cancel Automatic Continue') }];
  }
  return resetsAt === undefined || resetsAt <= now
    ? []
    : [{ kind: 'goOn', label: l10n.t('Continue at {0}', timeOfDay(resetsAt, now)) }];
}
