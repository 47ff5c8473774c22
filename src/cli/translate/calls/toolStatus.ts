import type { ToolStatus } from '../../../contract/tools';
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

export interface FailureFacts {
  readonly text: string;
  /** Whether the user or a rule has refused the call. */
  readonly isDenied: boolean;
  readonly decision: string | undefined;
  readonly nonExecution: string | undefined;
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

/** Whether all of a failed call's text is a refusal of Tandem's own. */
export function isOwnRefusal(text: string): boolean {
  return ownRefusal.test(text);
}

export function isBoilerplate(text: string): boolean {
  return boilerplate.test(text);
}
