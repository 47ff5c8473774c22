import type { JsonObject } from '../../../../src/base/json';
import type { McpServers } from './mcp';
import type { Session } from './session';
import { stopTask, taskOutput } from './tools/backgroundTasks';
import type { Turns } from './turns';

interface Context {
  readonly session: Session;
  readonly turns: Turns;
  readonly servers: McpServers;
  /** Connects to the host's MCP servers. */
  readonly connect: (names: readonly string[]) => void;
}

/** @returns the body of a success response, undefined if it has none; @throws Error */
type Control = (request: JsonObject, context: Context) => JsonObject | undefined;

const modes = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'];

const controls: Readonly<Record<string, Control>> = {
  initialize: ({ hooks, sdkMcpServers }, { session, connect }) => {
    session.hooks = (hooks ?? {}) as Session['hooks'];
    connect((sdkMcpServers ?? []) as string[]);
    const { reply } = session.recorded;
    return { ...reply, pid: process.pid, current_permission_mode: session.mode };
  },
  interrupt: (_request, { turns }) => {
    const still_queued = turns.queued;
    turns.interrupt();
    return { still_queued };
  },
  set_permission_mode: ({ mode }, { session }) => {
    const wanted = mode === 'manual' ? 'default' : String(mode);
    if (!modes.includes(wanted)) {
      throw new Error(`Cannot set permission mode: must be one of ${modes.join(', ')}`);
    }
    if (wanted === 'bypassPermissions') {
      throw new Error(
        'Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions',
      );
    }
    // The host must receive the answer first.
    queueMicrotask(() => session.setMode(wanted));
    return { mode: wanted };
  },
  set_model: ({ model }, { session }) => {
    session.model = session.resolveModel(model);
    const isAlias = model !== undefined && model !== 'default' && model !== session.model;
    const name = isAlias ? `${model} (${session.model})` : session.model;
    const content = `<local-command-stdout>Set model to \`${name}\`</local-command-stdout>`;
    session.transcript.addCommand('model', String(model ?? 'default'), content);
    const message = { role: 'user', content };
    session.wire.send({ type: 'user', message, parent_tool_use_id: null, isReplay: true });
    return { model: session.model };
  },
  set_max_thinking_tokens: () => undefined,
  apply_flag_settings: ({ settings }, { session }) => {
    const { effortLevel = session.effort } = settings as JsonObject;
    session.effort = String(effortLevel ?? 'medium');
    return undefined;
  },
  get_settings: (_request, { session: { model, effort } }) => ({
    applied: { model, effort, ultracode: false, ultracodeAvailable: true },
  }),
  get_context_usage: (_request, { turns }) => ({
    totalTokens: turns.context,
    maxTokens: 1_000_000,
  }),
  cancel_async_message: ({ message_uuid }, { turns }) => ({
    cancelled: turns.cancel(message_uuid),
  }),
  mcp_status: (_request, { servers }) => ({ mcpServers: servers.status }),
  mcp_set_servers: () => ({ added: [], removed: [], errors: {} }),
  mcp_message: ({ server_name }, { session, servers }) => {
    // Hosts only push changes to the tool list.
    void servers.list(session, String(server_name));
    return undefined;
  },
  rename_session: ({ title }, { session }) => {
    session.transcript.rename(String(title));
    session.wire.send({ type: 'system', subtype: 'session_title_changed', title });
    return undefined;
  },
  rewind_files: () => {
    throw new Error('No file checkpoint found for this message.');
  },
  stop_task: ({ task_id }) => {
    stopTask(task_id);
    return {};
  },
  get_task_output: ({ task_id }) => {
    const output = taskOutput(task_id);
    if (!output) {
      throw new Error(`No task found with ID: ${task_id}`);
    }
    return output;
  },
};

/** Answers a request of the host immediately, even during a turn. */
export function answerControl(frame: JsonObject, context: Context): void {
  const { request_id } = frame;
  const request = frame.request as JsonObject;
  const respond = (response: JsonObject) =>
    context.session.wire.write({ type: 'control_response', response: { ...response, request_id } });
  const control = controls[String(request.subtype)];
  try {
    if (!control) {
      throw new Error(`Unsupported control request subtype: ${request.subtype}`);
    }
    const response = control(request, context);
    respond({ subtype: 'success', ...(response ? { response } : {}) });
  } catch (error) {
    respond({ subtype: 'error', error: error instanceof Error ? error.message : String(error) });
  }
}
