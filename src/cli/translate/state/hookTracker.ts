import { asString, isObject, type JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { HookRun } from '../../../protocol/agentReports';
import { cutText } from '../../../protocol/elicitation/cutText';
import type { SystemFrames } from '../../../protocol/frameSchemas';

/** Runs that are remembered. */
const mostKept = 100;
/** UTF-16 units of output that are shown. */
const longestOutput = 4_000;

/** Remembers what hooks of the settings did, and tells of those that did not keep quiet. */
export class HookTracker {
  private kept: readonly HookRun[] = [];

  /** Newest first. */
  get runs(): readonly HookRun[] {
    return this.kept;
  }

  ran(frame: SystemFrames['hook_response'], now: number): ConversationEvent[] {
    const run = toRun(frame, now);
    this.kept = [run, ...this.kept].slice(0, mostKept);
    const { name, result, exitCode, text } = run;
    if (result === 'silent') {
      return [];
    }
    const notice = omitUndefined({ kind: 'hook' as const, name, result, exitCode, text });
    return [{ type: 'notice', notice, at: now }];
  }
}

function toRun(frame: SystemFrames['hook_response'], at: number): HookRun {
  const { hook_event: event = '', hook_name: name = event, exit_code: exitCode } = frame;
  const { stdout = '', stderr = '', outcome = 'success' } = frame;
  const answer = jsonIn(stdout);
  const run = (result: HookRun['result'], text: string): HookRun => ({
    ...omitUndefined({ event, name, exitCode }),
    ...{ result, text: cutText(text.trim(), longestOutput), at },
  });
  const output = [stdout, stderr].map(part => part.trim()).filter(part => part !== '');
  // By convention, this exit code stops what the hook was asked about.
  if (exitCode === 2) {
    return run('blocked', output.join('\n'));
  }
  if (outcome !== 'success' || (exitCode ?? 0) !== 0) {
    return run('failed', output.join('\n'));
  }
  if (answer) {
    return isRefusal(answer) ? run('blocked', reasonOf(answer)) : run('silent', '');
  }
  return output.length > 0 ? run('printed', output.join('\n')) : run('silent', '');
}

/** Returns the answer of a hook that speaks to the CLI in JSON; what it says there is not for people. */
function jsonIn(stdout: string): JsonObject | undefined {
  if (!stdout.trimStart().startsWith('{')) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : undefined;
  } catch {
    // The hook has printed text that only looks like JSON.
    return undefined;
  }
}

function isRefusal(answer: JsonObject): boolean {
  const specific = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  return (
    answer.decision === 'block' ||
    answer.continue === false ||
    specific.permissionDecision === 'deny' ||
    (isObject(specific.decision) && specific.decision.behavior === 'deny')
  );
}

function reasonOf(answer: JsonObject): string {
  const specific = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const reasons = [answer.reason, answer.stopReason, specific.permissionDecisionReason];
  return reasons.map(asString).find(reason => reason !== undefined) ?? '';
}
