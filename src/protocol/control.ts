import * as z from '../base/schema';
import { initializeResult, jsonObject } from './controlSchemas';
import { flag, lenient, number, text } from './lenient';
import * as reports from './reportSchemas';

/** Request that we send: parameters, result, first version, and time limit. */
export interface OutgoingControl<P extends z.ZodMiniType, R extends z.ZodMiniType> {
  readonly params: P;
  readonly result: R;
  /** Milliseconds. */
  readonly limit: number;
  /** First tested version that knows it. From 2.1.50 on, the CLI is asked where this is later. */
  readonly since: string;
}

const ordinary = 10_000;
const slow = 60_000;
/** Time for an answer of the model. */
const answering = 300_000;
const oldest = '2.0.36';
const none = z.looseObject({});
/** Most success answers have no body. */
const anything = z.optional(z.unknown());
const serverName = z.looseObject({ serverName: z.string() });

function outgoing<P extends z.ZodMiniType, R extends z.ZodMiniType>(
  since: string,
  limit: number,
  params: P,
  result: R,
): OutgoingControl<P, R> {
  return { since, limit, params, result };
}

const hookMatcher = z.object({
  matcher: z.optional(z.string()),
  hookCallbackIds: z.array(z.string()),
  /** Seconds. */
  timeout: z.optional(z.number()),
});

/** Requests of the CLI for reports about itself and for changes to what it reports. */
const reportControls = {
  get_settings: outgoing('2.1.80', ordinary, none, reports.settingsReport),
  /** Without settings, it makes the CLI read changed files at once, and not a second later. */
  apply_flag_settings: outgoing(
    '2.1.50',
    ordinary,
    z.looseObject({ settings: jsonObject }),
    anything,
  ),
  get_context_usage: outgoing(
    '2.1.120',
    slow,
    z.looseObject({ detail: z.optional(z.enum(['summary', 'full'])) }),
    reports.contextReport,
  ),
  get_usage: outgoing('2.1.200', slow, none, reports.usageReport),
  get_status: outgoing('2.1.300', slow, none, reports.statusReport),
  list_permission_rules: outgoing('2.1.300', ordinary, none, reports.permissionRulesReport),
  get_hooks_listing: outgoing('2.1.300', ordinary, none, reports.hooksReport),
  get_memory_dialog: outgoing('2.1.300', ordinary, none, reports.memoryReport),
  get_skills_dialog: outgoing('2.1.300', ordinary, none, reports.skillsReport),
  get_sandbox_dialog: outgoing('2.1.300', ordinary, none, reports.sandboxReport),
  reload_skills: outgoing('2.1.200', slow, none, anything),
  reload_plugins: outgoing('2.1.120', slow, none, anything),
  reload_output_styles: outgoing('2.1.300', ordinary, none, reports.outputStylesReport),
  mcp_status: outgoing(oldest, ordinary, none, reports.serversReport),
  mcp_reconnect: outgoing('2.1.20', slow, serverName, anything),
  mcp_toggle: outgoing(
    '2.1.20',
    slow,
    z.looseObject({ serverName: z.string(), enabled: z.boolean() }),
    anything,
  ),
  mcp_authenticate: outgoing('2.1.80', slow, serverName, lenient(reports.signInReport)),
  /** Takes the address on which a browser ended that cannot reach the CLI's machine. */
  mcp_oauth_callback_url: outgoing(
    '2.1.80',
    slow,
    z.looseObject({ serverName: z.string(), callbackUrl: z.string() }),
    anything,
  ),
  mcp_clear_auth: outgoing('2.1.80', slow, serverName, anything),
  claude_authenticate: outgoing(
    '2.1.80',
    slow,
    z.looseObject({ loginWithClaudeAi: z.optional(z.boolean()) }),
    reports.signInReport,
  ),
  claude_oauth_callback: outgoing(
    '2.1.80',
    slow,
    z.looseObject({ authorizationCode: z.string(), state: z.string() }),
    anything,
  ),
  claude_oauth_wait_for_completion: outgoing('2.1.80', answering, none, anything),
} as const;

/** Every control request that Tandem sends. A new request takes one line here. */
export const outgoingControls = {
  ...reportControls,
  initialize: outgoing(
    oldest,
    slow,
    z.looseObject({
      hooks: z.optional(z.record(z.string(), z.array(hookMatcher))),
      sdkMcpServers: z.optional(z.array(z.string())),
      systemPrompt: z.optional(z.string()),
      appendSystemPrompt: z.optional(z.string()),
      /** Agents in addition to those of files, from 2.1.120 on. */
      agents: z.optional(
        z.record(
          z.string(),
          z.object({
            description: z.string(),
            prompt: z.string(),
            tools: z.optional(z.readonly(z.array(z.string()))),
            model: z.optional(z.string()),
          }),
        ),
      ),
    }),
    initializeResult,
  ),
  interrupt: outgoing(
    oldest,
    ordinary,
    z.looseObject({ cancel_queued: z.optional(z.boolean()) }),
    /** Receipt, sent from 2.1.260 on. */
    lenient(z.looseObject({ still_queued: lenient(z.array(z.string())) })),
  ),
  set_permission_mode: outgoing(
    oldest,
    ordinary,
    z.looseObject({ mode: z.string() }),
    lenient(z.looseObject({ mode: text })),
  ),
  set_model: outgoing(
    oldest,
    ordinary,
    z.looseObject({ model: z.string() }),
    /** Newer versions report the id that the alias stands for. */
    lenient(z.looseObject({ model: text })),
  ),
  set_max_thinking_tokens: outgoing(
    oldest,
    ordinary,
    z.looseObject({ max_thinking_tokens: z.nullable(z.number()) }),
    anything,
  ),
  cancel_async_message: outgoing(
    '2.1.80',
    ordinary,
    z.looseObject({ message_uuid: z.string() }),
    z.looseObject({ cancelled: flag }),
  ),
  rewind_files: outgoing(
    '2.0.77',
    slow,
    z.looseObject({ user_message_id: z.string(), dry_run: z.boolean() }),
    z.looseObject({
      canRewind: flag,
      /** Reason for a refusal. */
      error: text,
      /** Set in a dry run only. */
      filesChanged: lenient(z.array(z.string())),
      insertions: number,
      deletions: number,
    }),
  ),
  mcp_message: outgoing(
    '2.0.55',
    ordinary,
    z.looseObject({ server_name: z.string(), message: jsonObject }),
    anything,
  ),
  mcp_set_servers: outgoing(
    '2.0.77',
    slow,
    z.looseObject({ servers: z.record(z.string(), jsonObject) }),
    z.looseObject({
      added: lenient(z.array(z.string())),
      removed: lenient(z.array(z.string())),
      errors: lenient(jsonObject),
    }),
  ),
  side_question: outgoing(
    '2.1.80',
    answering,
    z.looseObject({ question: z.string() }),
    z.looseObject({ response: lenient(z.nullable(z.string())) }),
  ),
  rename_session: outgoing('2.1.150', ordinary, z.looseObject({ title: z.string() }), anything),
  stop_task: outgoing('2.1.50', ordinary, z.looseObject({ task_id: z.string() }), anything),
  get_task_output: outgoing(
    '2.1.300',
    ordinary,
    z.looseObject({ task_id: z.string() }),
    z.looseObject({ output: z.string(), truncated: flag }),
  ),
} as const;

export type ReportName = keyof typeof reportControls;
export type OutgoingName = keyof typeof outgoingControls;
export type ControlParams<N extends OutgoingName> = z.input<(typeof outgoingControls)[N]['params']>;
export type ControlResult<N extends OutgoingName> = z.output<
  (typeof outgoingControls)[N]['result']
>;

const canUseTool = z.looseObject({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string(),
  input: jsonObject,
  tool_use_id: z.optional(z.nullable(z.string())),
  /** Kept raw: exactly these objects are sent back. */
  permission_suggestions: lenient(z.nullable(z.array(z.unknown()))),
  /** From 2.1.50 on. */
  blocked_path: lenient(z.nullable(z.string())),
  decision_reason: lenient(z.nullable(z.string())),
  /** From 2.1.7 on. */
  agent_id: lenient(z.nullable(z.string())),
  /** From 2.1.120 on. */
  display_name: lenient(z.nullable(z.string())),
  description: lenient(z.nullable(z.string())),
});
export type CanUseTool = z.infer<typeof canUseTool>;

const hookInput = z.looseObject({
  hook_event_name: z.string(),
  session_id: text,
  cwd: text,
  permission_mode: text,
  tool_name: text,
  tool_input: lenient(jsonObject),
  /** In 2.0.36 on the envelope only. */
  tool_use_id: text,
  tool_response: z.optional(z.unknown()),
  duration_ms: number,
  error: z.optional(z.unknown()),
  agent_id: lenient(z.nullable(z.string())),
});
export type HookInput = z.infer<typeof hookInput>;

export const hookCallback = z.looseObject({
  subtype: z.literal('hook_callback'),
  callback_id: z.string(),
  input: hookInput,
  tool_use_id: z.optional(z.nullable(z.string())),
});
export type HookCallback = z.infer<typeof hookCallback>;

const mcpMessage = z.looseObject({
  subtype: z.literal('mcp_message'),
  server_name: z.string(),
  message: z.looseObject({
    method: text,
    id: lenient(z.nullable(z.union([z.string(), z.number()]))),
  }),
});
export type McpMessage = z.infer<typeof mcpMessage>;

/** From 2.1.120 on. */
const elicitation = z.looseObject({
  subtype: z.literal('elicitation'),
  mcp_server_name: text,
  message: text,
  /** `form` or `url`. */
  mode: text,
  /** Kept raw: a server's schema may be anything. */
  requested_schema: z.optional(z.unknown()),
  property_order: lenient(z.array(z.string())),
  url: text,
  elicitation_id: text,
});
export type Elicitation = z.infer<typeof elicitation>;

/** Every control request from the CLI that Tandem understands; others get an error. */
export const incomingControls = {
  can_use_tool: canUseTool,
  hook_callback: hookCallback,
  mcp_message: mcpMessage,
  elicitation,
} as const;

export type IncomingName = keyof typeof incomingControls;
export type IncomingRequest<N extends IncomingName> = z.output<(typeof incomingControls)[N]>;
