import { randomUUID } from 'node:crypto';
import { asString, isObject, type JsonObject } from '../../base/json';
import type { PromptId } from '../../contract/ids';
import type { CallPrompt } from '../../contract/prompts';
import type { Question, QuestionOption, ToolCall } from '../../contract/tools';
import type { PermissionRequest } from '../../protocol/agentSource';
import { type CliVersion, isAtLeast } from '../launch/version';
import { editProposal } from './editProposal';
import { toSuggestions } from './permissionAnswer';

/** Call that waits for the user, whichever CLI request reported it. */
export interface WaitingCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly call: ToolCall;
  readonly cwd: string;
  readonly agentId?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly blockedPath?: string | null | undefined;
  readonly suggestions: readonly unknown[];
  readonly version: CliVersion;
}

/**
 * Returns whether the CLI sends `can_use_tool` for a question or plan in this mode; otherwise a
 * hook has to catch it before the tool runs. From 2.1.7 on, every mode asks except "dontAsk", in
 * which the call is denied.
 */
export function asksByItself(mode: string | undefined, version: CliVersion): boolean {
  return mode !== 'bypassPermissions' || isAtLeast(version, '2.1.7');
}

/** Tools with their own kind of permission answer. */
export const askingTools: readonly string[] = ['AskUserQuestion', 'ExitPlanMode'];

export function toPermissionRequest(waiting: WaitingCall): PermissionRequest {
  const { tool, input, cwd, version } = waiting;
  const edit = editProposal(tool, input, cwd, version);
  const prompt = toPrompt(waiting, edit !== undefined);
  return { prompt, tool, input, ...(edit ? { edit } : {}) };
}

function toPrompt(waiting: WaitingCall, hasDiff: boolean): CallPrompt {
  const { tool, input, call, agentId, reason, blockedPath } = waiting;
  const base = {
    id: randomUUID() as string as PromptId,
    toolId: call.id,
    call,
    ...(agentId ? { agent: agentId } : {}),
  };
  const questions = tool === 'AskUserQuestion' ? readQuestions(input) : [];
  if (questions.length > 0) {
    return { ...base, kind: 'question', questions };
  }
  if (tool === 'ExitPlanMode') {
    // Without a plan file, the newest version passes no plan.
    const plan = asString(input.plan);
    const path = asString(input.planFilePath);
    return { ...base, kind: 'plan', ...(plan ? { plan } : {}), ...(path ? { path } : {}) };
  }
  return {
    ...base,
    kind: 'permission',
    ...(reason ? { reason: printable(reason) } : {}),
    ...(blockedPath ? { blockedPath } : {}),
    suggestions: toSuggestions(waiting.suggestions),
    hasDiff,
  };
}

function readQuestions(input: JsonObject): Question[] {
  const list = Array.isArray(input.questions) ? input.questions : [];
  return list.filter(isObject).flatMap(entry => {
    const question = asString(entry.question);
    const header = asString(entry.header);
    if (!question) {
      return [];
    }
    const options = Array.isArray(entry.options) ? entry.options.filter(isObject) : [];
    return [
      {
        question,
        ...(header ? { header } : {}),
        options: options.flatMap(readOption),
        multiSelect: entry.multiSelect === true,
      },
    ];
  });
}

function readOption(entry: JsonObject): QuestionOption[] {
  const label = asString(entry.label);
  const description = asString(entry.description);
  const preview = asString(entry.preview);
  return label
    ? [{ label, ...(description ? { description } : {}), ...(preview ? { preview } : {}) }]
    : [];
}

/** Replaces control characters, which the CLI's reasons may contain, with spaces. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
