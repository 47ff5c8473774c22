import * as l10n from '@vscode/l10n';
import type { HostAction } from '../../src/contract/calls';
import type { AgentAction, ErrorReason, TurnOutcome } from '../../src/contract/events';
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

const errors = (): Record<ErrorReason, { sentence: string; steps: readonly OutcomeStep[] }> => ({
  authentication: {
    sentence: l10n.t(
      'The agent is not signed in. Sign in in a terminal, then send the message again.',
    ),
    steps: [signIn, retry()],
  },
  billing: {
    sentence: l10n.t('The account cannot pay for this request. Check its billing, then retry.'),
    steps: [retry(), signIn],
  },
  rateLimit: {
    sentence: l10n.t('Too many requests at once. Wait a moment, then retry.'),
    steps: [retry()],
  },
  usageLimit: {
    sentence: l10n.t('The usage limit of the account is reached. Retry when it has been reset.'),
    steps: [retry(), chooseModel()],
  },
  modelNotFound: {
    sentence: l10n.t(
      'The model does not exist or this account may not use it. Choose another one.',
    ),
    steps: [chooseModel(), retry()],
  },
  promptTooLong: {
    sentence: l10n.t('The conversation no longer fits the model. Compact it, then retry.'),
    steps: [compact(), retry()],
  },
  image: {
    sentence: l10n.t('An image could not be processed. Send the message again without it.'),
    steps: [edit(), showLog],
  },
  overloaded: {
    sentence: l10n.t('The API is overloaded. Retry in a moment.'),
    steps: [retry(), chooseModel()],
  },
  connection: {
    sentence: l10n.t('The connection to the API failed. Check the network, then retry.'),
    steps: [retry(), showLog],
  },
  invalidRequest: {
    sentence: l10n.t('The API refused the request as invalid.'),
    steps: [retry(), edit(), showLog],
  },
  execution: {
    sentence: l10n.t('The agent failed while it worked on this.'),
    steps: [retry(), showLog],
  },
  unknown: { sentence: l10n.t('The turn ended with an error.'), steps: [retry(), showLog] },
});

/** Time of the page, and for which going on is planned, in milliseconds since 1970. */
interface OutcomeTimes {
  readonly now: number;
  readonly goOnAt?: number | undefined;
}

/**
 * Describes how a turn ended and offers next steps.
 * @returns undefined if the turn completed
 */
export function outcomeText(
  outcome: TurnOutcome,
  times: OutcomeTimes = { now: Date.now() },
): OutcomeText | undefined {
  switch (outcome.kind) {
    case 'completed':
      return undefined;
    case 'interrupted':
      return {
        tone: 'info',
        sentence: l10n.t('You stopped this turn.'),
        steps: [continueTurn(), retry()],
      };
    case 'maxTurns':
      return {
        tone: 'warning',
        sentence: l10n.t('Stopped at the limit of turns for one message.'),
        steps: [continueTurn(), settings],
      };
    case 'maxBudget':
      return {
        tone: 'warning',
        sentence: l10n.t('Stopped at the limit of cost that was set.'),
        steps: [continueTurn(), settings],
      };
    case 'hookStopped':
      return {
        tone: 'warning',
        sentence: l10n.t('A hook stopped this turn.'),
        ...(outcome.message ? { detail: outcome.message } : {}),
        steps: [continueTurn(), showLog],
      };
    case 'lost':
      return {
        tone: 'error',
        sentence: l10n.t('The agent ended in the middle of this turn.'),
        ...(outcome.message ? { detail: outcome.message } : {}),
        steps: [{ kind: 'agent', action: 'resume' }, showLog],
      };
    case 'elsewhere':
      return { tone: 'info', sentence: l10n.t('This turn may go on elsewhere.'), steps: [] };
    case 'error': {
      const known = errors();
      const { sentence, steps } = known[outcome.reason] ?? known.unknown;
      const status = outcome.status === undefined ? '' : ` (${outcome.status})`;
      return {
        tone: 'error',
        sentence: plannedText(times) ?? sentence,
        ...(outcome.message ? { detail: `${outcome.message}${status}` } : {}),
        steps: [...waitSteps(outcome.resetsAt, times), ...steps],
      };
    }
  }
}

/** Says when the conversation goes on by itself, if that is planned. */
function plannedText({ now, goOnAt }: OutcomeTimes): string | undefined {
  return goOnAt === undefined
    ? undefined
    : l10n.t(
        'The usage limit of the account is reached. The conversation continues automatically at {0}.',
        timeOfDay(goOnAt, now),
      );
}

/** Steps of a turn that ended at a limit whose reset is known. */
function waitSteps(resetsAt: number | undefined, { now, goOnAt }: OutcomeTimes): OutcomeStep[] {
  if (goOnAt !== undefined) {
    return [{ kind: 'cancelGoOn', label: l10n.t('Cancel Automatic Continue') }];
  }
  return resetsAt === undefined || resetsAt <= now
    ? []
    : [{ kind: 'goOn', label: l10n.t('Continue at {0}', timeOfDay(resetsAt, now)) }];
}
