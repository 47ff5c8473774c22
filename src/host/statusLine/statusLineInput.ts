import type { Conversation } from '../../contract/conversation';
import type { SessionId } from '../../contract/ids';
import { percentUsed } from '../../transcript/percentUsed';

export interface StatusLineSubject {
  readonly cwd: string;
  readonly title: string;
  readonly record: { readonly sessionId: SessionId; readonly addDirs?: readonly string[] };
  readonly conversation: Conversation;
  /** Version of the running CLI. */
  readonly version: string | undefined;
}

/**
 * Builds the JSON that a status line command gets on its input. Members that only a terminal has
 * are left out.
 * @see https://code.claude.com/docs/en/statusline
 */
export function statusLineInput(subject: StatusLineSubject): string {
  const { cwd, title, record, conversation, version } = subject;
  const { settings, usage, choices, limits = {} } = conversation.summary;
  const chosen = choices.models.find(({ value, resolved }) =>
    [value, resolved].includes(settings.model),
  );
  const used = percentUsed(usage);
  const windows = Object.values(limits).map(({ type, used: part, resetsAt }) => [
    type,
    {
      ...(part === undefined ? {} : { used_percentage: Math.round(part * 100) }),
      ...(resetsAt === undefined ? {} : { resets_at: Math.round(resetsAt / 1000) }),
    },
  ]);
  return JSON.stringify({
    session_id: record.sessionId,
    session_name: title,
    cwd,
    model: {
      id: chosen?.resolved ?? settings.model,
      display_name: chosen?.label ?? settings.model,
    },
    workspace: { current_dir: cwd, project_dir: cwd, added_dirs: record.addDirs ?? [] },
    version,
    cost: { total_cost_usd: usage.costUsd ?? 0 },
    context_window: {
      context_window_size: usage.contextWindow,
      total_input_tokens: usage.contextTokens,
      ...(used === undefined ? {} : { used_percentage: used, remaining_percentage: 100 - used }),
    },
    ...(windows.length > 0 ? { rate_limits: Object.fromEntries(windows) } : {}),
  });
}
