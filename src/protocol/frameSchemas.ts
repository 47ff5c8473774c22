import * as z from '../base/schema';
import { commandInfo } from './controlSchemas';
import { flag, lenient, lenientList, number, text } from './lenient';
import { assistantMessage, usage, userMessage } from './message';

const uuids = lenient(z.array(z.string()));
/** From 2.1.260 on. */
const fastMode = { fast_mode_state: text, fast_mode_disabled_reason: text };
/** Agent call whose subagent the frame is about. */
const parent = z.catch(z.nullish(z.string()), null);
const id = { uuid: text, session_id: text, timestamp: text };

export const assistantFrame = z.looseObject({
  ...id,
  type: z.literal('assistant'),
  message: assistantMessage,
  parent_tool_use_id: parent,
  error: text,
  aborted: flag,
  supersedes: uuids,
  api_error_status: number,
  thinking_duration_ms: number,
  local_command_run: lenient(z.looseObject({ command: text })),
  tool_use_meta: lenientList(
    z.looseObject({ id: z.string(), display_name: text, server_display_name: text }),
  ),
});

export const userFrame = z.looseObject({
  ...id,
  type: z.literal('user'),
  message: userMessage,
  parent_tool_use_id: parent,
  /** Details of the frame's tool result, of any type. Absent up to 2.0.36 and for subagents. */
  tool_use_result: z.optional(z.unknown()),
  tool_result_meta: lenientList(
    z.looseObject({
      id: z.string(),
      non_execution_kind: text,
      permission_decision: lenient(z.looseObject({ decision: text, source: text })),
    }),
  ),
  isReplay: flag,
  isSynthetic: flag,
  isMeta: flag,
});

export const resultFrame = z.looseObject({
  ...id,
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.catch(z.boolean(), false),
  result: text,
  errors: lenient(z.array(z.string())),
  terminal_reason: text,
  api_error: text,
  api_error_status: z.catch(z.nullish(z.number()), undefined),
  num_turns: number,
  duration_ms: number,
  /** Counts from the start of the process, or of the session where the process goes on with it. */
  duration_api_ms: number,
  total_cost_usd: number,
  /** Counts the main conversation in this turn. */
  usage,
  /** Counts like `duration_api_ms`. */
  modelUsage: lenient(z.record(z.string(), z.unknown())),
  /** The same of this turn; from 2.1.329 on. */
  model_usage_since_last_result: lenient(z.record(z.string(), z.unknown())),
  permission_denials: lenientList(z.looseObject({ tool_use_id: z.string() })),
  queued_turn_count: number,
  user_message_uuid: text,
  user_message_uuids: uuids,
  local_command: text,
  ...fastMode,
});

const taskTotals = lenient(
  z.looseObject({ total_tokens: number, tool_uses: number, duration_ms: number }),
);
const system = { ...id, type: z.literal('system') };

export const systemFrames = {
  init: z.looseObject({
    ...system,
    subtype: z.literal('init'),
    session_id: z.string(),
    cwd: text,
    model: text,
    permissionMode: text,
    claude_code_version: text,
    user_message_uuids: uuids,
    user_message_uuid: text,
    /** From 2.1.260 on. */
    terminal_slash_commands: lenient(z.array(z.string())),
    tools: lenient(z.array(z.string())),
    ...fastMode,
  }),
  model_refusal_fallback: z.looseObject({
    ...system,
    subtype: z.literal('model_refusal_fallback'),
    /** `local`: only one answer came from the other model. */
    scope: text,
    original_model: z.string(),
    fallback_model: z.string(),
    api_refusal_explanation: z.catch(z.nullish(z.string()), undefined),
  }),
  model_refusal_no_fallback: z.looseObject({
    ...system,
    subtype: z.literal('model_refusal_no_fallback'),
    original_model: z.string(),
    api_refusal_explanation: z.catch(z.nullish(z.string()), undefined),
    content: text,
  }),
  commands_changed: z.looseObject({
    ...system,
    subtype: z.literal('commands_changed'),
    commands: lenientList(commandInfo),
  }),
  status: z.looseObject({
    ...system,
    subtype: z.literal('status'),
    status: z.catch(z.nullish(z.string()), undefined),
    permissionMode: text,
    compact_result: text,
    compact_error: text,
  }),
  compact_boundary: z.looseObject({
    ...system,
    subtype: z.literal('compact_boundary'),
    compact_metadata: lenient(
      z.looseObject({ trigger: text, pre_tokens: number, post_tokens: number }),
    ),
  }),
  api_retry: z.looseObject({
    ...system,
    subtype: z.literal('api_retry'),
    attempt: z.number(),
    max_retries: number,
    retry_delay_ms: number,
    error_status: z.catch(z.nullish(z.number()), undefined),
  }),
  task_started: z.looseObject({
    ...system,
    subtype: z.literal('task_started'),
    task_id: z.string(),
    tool_use_id: text,
    task_type: text,
    description: text,
    is_backgrounded: flag,
    /** Parent of a task that a subagent started; since 2.1.329. */
    parent_task_id: text,
  }),
  task_progress: z.looseObject({
    ...system,
    subtype: z.literal('task_progress'),
    task_id: z.string(),
    tool_use_id: text,
    /** Current activity of the task. */
    description: text,
    usage: taskTotals,
    last_tool_name: text,
  }),
  task_updated: z.looseObject({
    ...system,
    subtype: z.literal('task_updated'),
    task_id: z.string(),
    patch: lenient(z.looseObject({ status: text, is_backgrounded: flag })),
  }),
  task_notification: z.looseObject({
    ...system,
    subtype: z.literal('task_notification'),
    task_id: z.string(),
    tool_use_id: text,
    status: text,
    summary: text,
    output_file: text,
    usage: taskTotals,
  }),
  /** Complete set of the background tasks. */
  background_tasks_changed: z.looseObject({
    ...system,
    subtype: z.literal('background_tasks_changed'),
    tasks: z.array(z.looseObject({ task_id: z.string() })),
  }),
  session_state_changed: z.looseObject({
    ...system,
    subtype: z.literal('session_state_changed'),
    state: z.string(),
  }),
  session_title_changed: z.looseObject({
    ...system,
    subtype: z.literal('session_title_changed'),
    title: z.string(),
  }),
  permission_denied: z.looseObject({
    ...system,
    subtype: z.literal('permission_denied'),
    tool_use_id: z.string(),
    message: text,
  }),
  /** From 2.1.120 on with a flag; 2.0.36 sends it unasked, without `outcome`. */
  hook_response: z.looseObject({
    ...system,
    subtype: z.literal('hook_response'),
    hook_name: text,
    hook_event: text,
    stdout: text,
    stderr: text,
    exit_code: number,
    /** `success`, `error` or `cancelled`. */
    outcome: text,
  }),
  informational: z.looseObject({
    ...system,
    subtype: z.literal('informational'),
    content: z.string(),
    level: text,
  }),
  notification: z.looseObject({
    ...system,
    subtype: z.literal('notification'),
    text: z.string(),
    priority: text,
  }),
  elicitation_complete: z.looseObject({
    ...system,
    subtype: z.literal('elicitation_complete'),
    mcp_server_name: z.string(),
    elicitation_id: z.string(),
  }),
  local_command_output: z.looseObject({
    ...system,
    subtype: z.literal('local_command_output'),
    content: z.string(),
  }),
} as const;

export const otherFrames = {
  tool_progress: z.looseObject({
    ...id,
    type: z.literal('tool_progress'),
    /** `<id>-heartbeat-<n>`; the parent is the call itself, not a subagent. */
    tool_use_id: z.string(),
    parent_tool_use_id: parent,
    elapsed_time_seconds: number,
  }),
  prompt_suggestion: z.looseObject({
    ...id,
    type: z.literal('prompt_suggestion'),
    suggestion: text,
  }),
  rate_limit_event: z.looseObject({
    ...id,
    type: z.literal('rate_limit_event'),
    rate_limit_info: z.looseObject({
      status: z.string(),
      resetsAt: number,
      rateLimitType: text,
      utilization: number,
      /** All windows, in newer versions. */
      unifiedWindows: lenient(
        z.record(z.string(), z.looseObject({ utilization: number, resetsAt: number })),
      ),
    }),
  }),
  conversation_reset: z.looseObject({
    ...id,
    type: z.literal('conversation_reset'),
    new_conversation_id: text,
  }),
  command_lifecycle: z.looseObject({
    ...id,
    type: z.literal('command_lifecycle'),
    command_uuid: z.string(),
    state: z.string(),
  }),
  control_request: z.looseObject({
    type: z.literal('control_request'),
    request_id: z.string(),
    /** An unreadable request is answered, too: the CLI waits for it. */
    request: z.catch(z.looseObject({ subtype: z.string() }), { subtype: '' }),
  }),
  control_response: z.looseObject({
    type: z.literal('control_response'),
    response: z.looseObject({ subtype: z.string(), request_id: z.string() }),
  }),
  control_cancel_request: z.looseObject({
    type: z.literal('control_cancel_request'),
    request_id: z.string(),
  }),
} as const;

type Outputs<Schemas extends Record<string, z.ZodMiniType>> = {
  [Name in keyof Schemas]: z.output<Schemas[Name]>;
};

export type AssistantFrame = z.output<typeof assistantFrame>;
export type UserFrame = z.output<typeof userFrame>;
export type ResultFrame = z.output<typeof resultFrame>;
export type SystemFrames = Outputs<typeof systemFrames>;
export type SystemFrame = SystemFrames[keyof SystemFrames];
type OtherFrames = Outputs<typeof otherFrames>;
export type OtherFrame = OtherFrames[keyof OtherFrames];
