import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { SessionId } from '../../../contract/ids';
import type { Notice } from '../../../contract/notices';
import type { SystemFrame, SystemFrames } from '../../../protocol/frameSchemas';
import { toCommands } from '../../control/agentCommands';
import { toPermissionMode } from '../../control/choices';
import { commandOutput } from '../state/syntheticMessages';
import type { TranslatorState } from '../state/translatorState';
import { isTaskFrame, translateTask } from './translateTask';

/** Translates the CLI's reports about itself. */
export function translateSystem(
  frame: SystemFrame,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  if (isTaskFrame(frame)) {
    return translateTask(frame, state.tasks, now);
  }
  switch (frame.subtype) {
    case 'init':
      return init(frame, state, now);
    case 'model_refusal_fallback':
    case 'model_refusal_no_fallback':
      state.stops.explained();
      return refused(frame, state, now);
    case 'commands_changed':
      return [{ type: 'commands.changed', commands: toCommands(frame.commands) }];
    case 'status':
      return status(frame, state, now);
    case 'compact_boundary':
      return compacted(frame, state, now);
    case 'api_retry':
      return [...state.blocks.dropDead(), { type: 'notice', notice: retrying(frame), at: now }];
    case 'session_title_changed':
      return [{ type: 'session.changed', title: frame.title }];
    case 'permission_denied':
      return state.tools.denied(frame.tool_use_id, now);
    case 'hook_response':
      return state.hooks.ran(frame, now);
    case 'informational': {
      state.stops.noted();
      const kind = frame.level === 'warning' || frame.level === 'error' ? 'warning' : 'info';
      return state.turn.notice({ kind, text: frame.content }, now);
    }
    case 'notification': {
      // Key bindings of the terminal have no effect here.
      const text = frame.text.replace(/ · ctrl\+\w to .*$/, '');
      return state.turn.notice({ kind: 'info', text }, now);
    }
    case 'local_command_output':
      return state.turn.notice(commandOutput(frame.content), now);
    case 'background_tasks_changed':
      return state.tasks.inBackground(
        frame.tasks.map(task => task.task_id),
        now,
      );
    case 'session_state_changed':
    case 'elicitation_complete':
      return [];
  }
}

/** Translates the `init` frame, with which each turn begins. */
function init(
  frame: SystemFrames['init'],
  { session, turn, usage }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const { cwd, model, user_message_uuid: prompt } = frame;
  const { terminal_slash_commands: terminalCommands } = frame;
  const tools = session.toolsIfNew(frame.tools);
  session.cwd = cwd ?? session.cwd;
  session.version = frame.claude_code_version ?? session.version;
  usage.model = model ?? usage.model;
  const mode = toPermissionMode(frame.permissionMode);
  return [
    omitUndefined({
      type: 'session.changed' as const,
      sessionId: frame.session_id as SessionId,
      cwd,
      agentVersion: frame.claude_code_version,
    }),
    {
      type: 'settings.changed',
      settings: { ...omitUndefined({ mode, model }), ...session.fastMode(frame) },
    },
    ...(terminalCommands || tools
      ? [{ type: 'commands.changed' as const, ...omitUndefined({ terminalCommands, tools }) }]
      : []),
    ...turn.begin(now, frame.uuid, frame.user_message_uuids ?? (prompt ? [prompt] : [])),
  ];
}

/** Says that a model has refused, and which one has answered in its place. */
function refused(
  frame: SystemFrames['model_refusal_fallback' | 'model_refusal_no_fallback'],
  { turn, usage }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const { original_model: asked, api_refusal_explanation: why } = frame;
  const reason = why ? ` ${why}` : '';
  if (frame.subtype === 'model_refusal_no_fallback') {
    const text = l10n.t('{0} refused to answer. Change the message or the model.', asked) + reason;
    return turn.notice({ kind: 'warning', text }, now);
  }
  const { fallback_model: model, scope } = frame;
  const text = l10n.t('{0} refused to answer, so {1} answers.', asked, model) + reason;
  const isForAll = scope !== 'local';
  if (isForAll) usage.model = model;
  return [
    ...turn.notice({ kind: 'warning', text }, now),
    ...(isForAll ? [{ type: 'settings.changed' as const, settings: { model } }] : []),
  ];
}

function status(
  frame: SystemFrames['status'],
  { turn }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const mode = toPermissionMode(frame.permissionMode);
  return [
    ...(mode ? [{ type: 'settings.changed' as const, settings: { mode } }] : []),
    ...(frame.status === 'compacting' ? turn.notice({ kind: 'compacting' }, now) : []),
    ...(frame.compact_result === 'failed'
      ? turn.notice({ kind: 'warning', text: whyNotCompacted(frame.compact_error) }, now)
      : []),
  ];
}

/** Handles the boundary; until the next request, its size is the only known one of the context. */
function compacted(
  { compact_metadata: facts }: SystemFrames['compact_boundary'],
  { compaction, usage }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const isAutomatic = facts?.trigger === 'auto' || undefined;
  const tokensAfter = facts?.post_tokens;
  return [
    ...compaction.begin({ tokensBefore: facts?.pre_tokens, tokensAfter, isAutomatic }, now),
    ...usage.request({ input_tokens: tokensAfter }),
  ];
}

/** Explains the CLI's own name for the reason; it sends others as sentences. */
function whyNotCompacted(reason: string | undefined): string {
  if (reason === 'too_few_groups') {
    return l10n.t(
      'Claude Code tried to compact the conversation, but it has too few messages. It continues as it is.',
    );
  }
  return reason === undefined || /^\w+$/.test(reason)
    ? l10n.t('Claude Code could not compact the conversation. It continues as it is.')
    : reason;
}

/** Reports nothing that could be taken for an answer. */
function retrying(frame: SystemFrames['api_retry']): Notice {
  return omitUndefined({
    kind: 'retrying' as const,
    attempt: frame.attempt,
    maxAttempts: frame.max_retries,
    delayMs: frame.retry_delay_ms,
    status: frame.error_status ?? undefined,
  });
}
