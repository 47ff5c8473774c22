import * as l10n from '@vscode/l10n';
import { type ErrorCode, UserError } from '../../base/errors';
import { maskSecrets } from '../../base/secrets';
import type { ProcessExit } from '../../node/spawnProcess';
import type { ResultFrame } from '../../protocol/frameSchemas';
import { exitError } from '../launch/startError';
import type { HeadlessOutcome } from './headlessTypes';

export interface RunEnding {
  readonly outcome: HeadlessOutcome;
  readonly error?: UserError;
}

/** Limits that the request has set. */
export interface RunLimits {
  readonly hasSchema: boolean;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
}

/**
 * Reads how a run ended from its result frame.
 * @param errorKind the last `error` of a message, for example `authentication_failed`
 */
export function endingOf(
  frame: ResultFrame,
  errorKind: string | undefined,
  { hasSchema, maxTurns, maxBudgetUsd }: RunLimits,
): RunEnding {
  const { subtype, is_error: isError, result = '', errors = [] } = frame;
  const words = maskSecrets([result, ...errors].filter(Boolean).join('\n'));
  const failed = (outcome: HeadlessOutcome, code: ErrorCode, message: string): RunEnding => ({
    outcome,
    error: new UserError(code, message, words === '' ? undefined : { detail: words }),
  });
  switch (subtype) {
    case 'error_max_turns':
      return failed('turnLimit', 'run.turnLimit', turnLimitText(maxTurns));
    case 'error_max_budget_usd':
      return failed('budgetLimit', 'run.budgetLimit', budgetText(maxBudgetUsd));
    case 'error_max_structured_output_retries':
      return unmetSchema();
  }
  if (frame.stop_reason === 'refusal' || (isError && isRefusal(words))) {
    return failed('refused', 'run.refused', words || l10n.t('The model declined to answer.'));
  }
  if (isError && isSignIn(frame, errorKind, words)) {
    return failed('signIn', 'run.signIn', signInText(words));
  }
  if (isError && isOfApi(frame, errorKind, words)) {
    return failed('apiError', 'run.apiError', words || l10n.t('The API answered with an error.'));
  }
  if (isError || subtype !== 'success') {
    return failed('failed', 'run.failed', words || l10n.t('Claude Code ended with an error.'));
  }
  const hasValue = frame.structured_output !== undefined && frame.structured_output !== null;
  return hasSchema && !hasValue ? unmetSchema() : { outcome: 'success' };
}

/**
 * Explains the end of a process that has given no result.
 * @param hasBegun whether there was a frame; a CLI that refuses its command line writes none
 */
export function endingWithoutResult(
  exit: ProcessExit,
  stderr: string,
  hasBegun: boolean,
): RunEnding {
  if (hasBegun) {
    return { outcome: 'failed', error: exitError(exit, stderr) };
  }
  const [, flag] = /unknown option '?(--[\w-]+)/.exec(stderr) ?? [];
  if (flag !== undefined) {
    const message = l10n.t(
      'This version of Claude Code has no {0}. Update it, or leave out what needs this flag.',
      flag,
    );
    return notStarted(new UserError('cli.unknownFlag', message, { detail: stderr }));
  }
  const [, why] = /--json-schema is not a valid JSON Schema: (.*)/.exec(stderr) ?? [];
  if (why !== undefined) {
    return notStarted(
      new UserError('run.badOption', l10n.t('The schema is not a valid JSON Schema: {0}', why)),
    );
  }
  return notStarted(exitError(exit, stderr));
}

export function unmetSchema(): RunEnding {
  const message = l10n.t('Claude returned no value that matches the schema.');
  return { outcome: 'schemaUnmet', error: new UserError('run.schema', message) };
}

export function stoppedEnding(): RunEnding {
  return {
    outcome: 'stopped',
    error: new UserError('run.stopped', l10n.t('The run was stopped.')),
  };
}

function notStarted(error: UserError): RunEnding {
  return { outcome: 'notStarted', error };
}

/** Older versions have no reason. */
function isRefusal(words: string): boolean {
  return /unable to respond to this request/i.test(words);
}

function isSignIn(frame: ResultFrame, kind: string | undefined, words: string): boolean {
  const { api_error_status: status } = frame;
  const isRejected = status === 401 || status === 403 || kind === 'authentication_failed';
  return isRejected || /please run \/login|invalid api key|API Error: 40[13]\b/i.test(words);
}

/** Older versions say it in words only. */
function isOfApi(frame: ResultFrame, kind: string | undefined, words: string): boolean {
  return (
    typeof frame.api_error_status === 'number' ||
    frame.terminal_reason === 'api_error' ||
    kind !== undefined ||
    words.startsWith('API Error')
  );
}

function signInText(words: string): string {
  return l10n
    .t(
      'Claude Code is not signed in, or its key was not accepted. Sign in with "claude", or set {0}. {1}',
      'ANTHROPIC_API_KEY',
      words,
    )
    .trim();
}

function turnLimitText(limit: number | undefined): string {
  return limit === undefined
    ? l10n.t('The turn limit was reached.')
    : l10n.t('The turn limit ({0}) was reached.', limit);
}

function budgetText(limit: number | undefined): string {
  return limit === undefined
    ? l10n.t('The cost limit was reached.')
    : l10n.t('The cost limit ({0} USD) was reached.', limit);
}
