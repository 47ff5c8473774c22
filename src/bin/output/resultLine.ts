import { isObject, type JsonObject } from '../../base/json';
import type { HeadlessResult } from '../../cli/headless/headlessTypes';
import type { RunFacts } from './runOutput';

/**
 * Returns the result as one line of JSON. Members that `claude -p` has are as the CLI has written
 * them; `outcome`, `error` and `worktree` are added.
 */
export function resultLine(result: HeadlessResult, { worktree }: RunFacts): string {
  const own = {
    outcome: result.outcome,
    ...(result.error ? { error: result.error.message } : {}),
    ...(worktree ? { worktree } : {}),
  };
  return JSON.stringify({ ...(ofCli(result) ?? withoutFrame(result)), ...own });
}

function ofCli({ line }: HeadlessResult): JsonObject | undefined {
  const value: unknown = line === undefined ? undefined : JSON.parse(line);
  return isObject(value) ? value : undefined;
}

/** A run that ended early has the same members, as far as they are known. */
function withoutFrame(result: HeadlessResult): JsonObject {
  const { text, turns, durationMs, sessionId, denials, error } = result;
  return {
    ...{ type: 'result', subtype: 'error_during_execution', is_error: true, result: text },
    ...{ num_turns: turns, duration_ms: durationMs },
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    errors: error ? [error.message] : [],
    permission_denials: denials.map(({ tool, toolUseId, input }) => ({
      ...{ tool_name: tool, tool_use_id: toolUseId, tool_input: input },
    })),
  };
}
