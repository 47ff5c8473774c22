import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ErrorReason, TurnOutcome } from '../../../contract/events';
import { errorByStatus } from '../../../protocol/errorByStatus';
import type { ResultFrame } from '../../../protocol/frameSchemas';

/** Error that a synthetic message reported before the result. */
export interface ReportedError {
  readonly text: string;
  /** The CLI's own name for the error, in versions that send one. */
  readonly error: string | undefined;
  readonly status: number | undefined;
}

/** Determines the outcome: subtype, is_error and terminal_reason conflict, see README.md. */
export function turnOutcome(
  frame: ResultFrame,
  reported: ReportedError | undefined,
  sawInterruption: boolean,
): TurnOutcome {
  const reason = frame.terminal_reason;
  if (reason === 'aborted_streaming' || reason === 'aborted_tools') {
    return { kind: 'interrupted' };
  }
  switch (frame.subtype) {
    case 'error_max_turns':
      return { kind: 'maxTurns' };
    case 'error_max_budget_usd':
      return { kind: 'maxBudget' };
    case 'success':
      return frame.is_error ? apiError(frame, reported) : success(frame, sawInterruption);
    default:
      return failure(frame, sawInterruption);
  }
}

function success(frame: ResultFrame, sawInterruption: boolean): TurnOutcome {
  if (frame.terminal_reason === 'hook_stopped') {
    return frame.result ? { kind: 'hookStopped', message: frame.result } : { kind: 'hookStopped' };
  }
  return { kind: sawInterruption ? 'interrupted' : 'completed' };
}

function brokenOff(): string {
  return l10n.t(
    "The model's answer broke off. If that happens again, check for a proxy or gateway in between.",
  );
}

/** Whether the unconfirmed streamed text is all that there will be of the answer. */
export function keepsPartial(outcome: TurnOutcome): boolean {
  return (
    outcome.kind === 'interrupted' || (outcome.kind === 'error' && outcome.message === brokenOff())
  );
}

/**
 * Up to 2.1.50 an interruption has no terminal_reason, but a note in the user's name. Without the
 * note, a result without an error means a broken stream, which 2.0.36 and 2.1.7 do not retry.
 */
function failure(frame: ResultFrame, sawInterruption: boolean): TurnOutcome {
  const errors = (frame.errors ?? []).filter(text => !text.startsWith('[ede_diagnostic]'));
  if (sawInterruption) {
    return { kind: 'interrupted' };
  }
  if (!frame.is_error && errors.length === 0) {
    return { kind: 'error', reason: 'connection', message: brokenOff() };
  }
  const message = errors.join('\n') || frame.result || unexplained(frame.subtype);
  return { kind: 'error', reason: 'execution', message };
}

function apiError(frame: ResultFrame, reported: ReportedError | undefined): TurnOutcome {
  const message = readable(frame.result || reported?.text || l10n.t('The request failed'));
  const status = frame.api_error_status ?? reported?.status ?? statusIn(message);
  const error = {
    kind: 'error' as const,
    reason: reasonOf(frame, reported, message, status),
    message,
  };
  return omitUndefined({ ...error, status });
}

function unexplained(subtype: string): string {
  return subtype === 'error_during_execution'
    ? l10n.t(
        'Claude Code ended the turn without a reason. The API may have sent something that it could not read: check for a proxy or gateway in between.',
      )
    : subtype.replaceAll('_', ' ');
}

/** Old versions report their own exception when the API's answer is not what they expect. */
function readable(message: string): string {
  return /^API Error: (?:Cannot read properties|Unexpected (?:token|end)|.{1,80} is not iterable)/.test(
    message,
  )
    ? l10n.t(
        '{0}. Claude Code could not read the answer: check for a proxy or gateway in between.',
        message,
      )
    : message;
}

const named: Readonly<Record<string, ErrorReason>> = {
  authentication_failed: 'authentication',
  billing_error: 'billing',
  rate_limit: 'rateLimit',
  model_not_found: 'modelNotFound',
};

/** Beginnings of CLI messages, for versions that name no error. */
const beginnings: readonly (readonly [RegExp, ErrorReason])[] = [
  [/^(?:Invalid API key|Not logged in|Failed to authenticate|OAuth token)/, 'authentication'],
  [/^Credit balance is too low/, 'billing'],
  [/^Prompt is too long/, 'promptTooLong'],
  [/^Request too large/, 'requestTooLarge'],
  [/^(?:You've hit your|Claude AI usage limit reached)/, 'usageLimit'],
  [/^There's an issue with the selected model/, 'modelNotFound'],
  [/^API Error: (?:Connection|Request timed out|API returned an empty)/, 'connection'],
  [/^API Error: (?:Cannot read properties|Unexpected (?:token|end))/, 'connection'],
];

function reasonOf(
  frame: ResultFrame,
  reported: ReportedError | undefined,
  message: string,
  status: number | undefined,
): ErrorReason {
  if (frame.terminal_reason === 'prompt_too_long') {
    return 'promptTooLong';
  }
  if (frame.terminal_reason === 'image_error') {
    // The request as a whole is too large, not a single image.
    return status === 413 ? 'requestTooLarge' : 'image';
  }
  if (frame.api_error === 'usage_limit_reached') {
    return 'usageLimit';
  }
  const name = reported?.error ?? '';
  const begun = beginnings.find(([pattern]) => pattern.test(message))?.[1];
  const known = (Object.hasOwn(named, name) ? named[name] : undefined) ?? begun;
  // Without a status, the CLI's "server error" is an answer that broke off.
  const unnamed = name === 'server_error' && status === undefined ? 'connection' : 'unknown';
  return known ?? (status === undefined ? undefined : errorByStatus(status)) ?? unnamed;
}

function statusIn(message: string): number | undefined {
  const [, status] = /^API Error: (\d{3})\b/.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}
