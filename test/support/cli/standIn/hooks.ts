import type { JsonObject } from '../../../../src/base/json';
import type { ToolUse } from './answer';
import type { Session } from './session';

/** Runs the host's hooks and merges the results of all matchers. */
export async function runHooks(
  session: Session,
  event: string,
  call: ToolUse,
  signal: AbortSignal,
  more: JsonObject = {},
): Promise<JsonObject> {
  const matching = (session.hooks[event] ?? []).filter(({ matcher }) =>
    matches(matcher, call.name),
  );
  const said: JsonObject = {};
  for (const callback_id of matching.flatMap(one => one.hookCallbackIds as string[])) {
    const input = {
      session_id: session.id,
      transcript_path: session.transcript.file,
      cwd: session.cwd,
      permission_mode: session.mode,
      hook_event_name: event,
      tool_name: call.name,
      tool_input: call.input,
      tool_use_id: call.id,
      ...more,
    };
    const request = { subtype: 'hook_callback', callback_id, input, tool_use_id: call.id };
    const { hookSpecificOutput } = await session.wire.request(request, signal);
    Object.assign(said, hookSpecificOutput);
  }
  return said;
}

function matches(matcher: unknown, tool: string): boolean {
  return matcher === undefined || new RegExp(`^(?:${matcher})$`).test(tool);
}
