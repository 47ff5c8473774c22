import type { ToolStatus } from '../../../contract/tools';
import { type CliVersion, isAtLeast } from '../../launch/version';
import { errorText } from '../tools/resultBlocks';

/** CLI texts at the very beginning of a result that report an interruption. */
const interruptions: readonly RegExp[] = [
  /^\[Request interrupted by user/,
  /^Exit code \d+\n\[Request interrupted by user/,
  /^The user doesn't want to (?:proceed with this tool use|take this action right now)/,
  /^Tool permission request failed: AbortError/,
  /^Interrupted by user/,
];

/** Texts for the model only, of the CLI and of Tandem: they add nothing to the status. */
const boilerplate =
  /^The user doesn't want to (?:proceed|take this action)|^The (?:user|person) declined this call\. Stop and wait|^The user wants to go on planning\.$/;

/** Refusals without the user's words, as Tandem sends them and has sent them. */
const ownRefusal =
  /^(?:The (?:user|person) declined this call\. Stop and wait for their next message before trying another way|The user wants to go on planning)\.$/;

/** Refused by the user, a rule or the classifier of the mode "auto". */
const denialKind = /^(?:permission-rule|automode-)/;

/** Up to 2.1.50, the only sign of a hook's refusal. */
const hookDenial = /^Hook PreToolUse:\S+ denied this tool/;

/** First tested version that adds a correction to the refusal of a call that it stops. */
const tellsStopsSince: CliVersion = '2.1.329';
const refusal = /^The user doesn't want to proceed with this tool use/;
const stopCorrection = /Correction to the text above: this call was stopped while running/;
const cutOffRequest = /^Tool permission request failed: AbortError/;

export interface FailureFacts {
  readonly text: string;
  /** Whether the user or a rule has refused the call. */
  readonly isDenied: boolean;
  readonly decision: string | undefined;
  readonly nonExecution: string | undefined;
  readonly version: CliVersion | undefined;
}

export function failureStatus(facts: FailureFacts): ToolStatus {
  const text = errorText(facts.text);
  if (facts.isDenied) {
    return 'denied';
  }
  if (interruptions.some(pattern => pattern.test(text)) || facts.nonExecution === 'user-rejected') {
    return 'interrupted';
  }
  const isDenial =
    facts.decision === 'reject' ||
    denialKind.test(facts.nonExecution ?? '') ||
    hookDenial.test(text);
  return isDenial ? 'denied' : 'failed';
}

/**
 * Whether an interrupted call is known not to have begun. Older versions refuse a call in the same
 * words that they have for one that they stop, unless its request was cut off.
 */
export function hasNeverBegun(facts: Omit<FailureFacts, 'isDenied' | 'decision'>): boolean {
  const text = errorText(facts.text);
  const tells = facts.version !== undefined && isAtLeast(facts.version, tellsStopsSince);
  const isRefused = tells && facts.nonExecution === 'user-rejected' && refusal.test(text);
  return cutOffRequest.test(text) || (isRefused && !stopCorrection.test(text));
}

/** Whether all of a failed call's text is a refusal of Tandem's own. */
export function isOwnRefusal(text: string): boolean {
  return ownRefusal.test(text);
}

export function isBoilerplate(text: string): boolean {
  return boilerplate.test(text);
}
