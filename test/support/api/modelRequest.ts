import type { IncomingHttpHeaders } from 'node:http';

/**
 * Origin of a request: the main conversation, a subagent, or a side request of the CLI (titles,
 * topic detection, token counts, page summaries, warm-up).
 */
export type Conversation = 'main' | 'subagent' | 'side';

/** A Messages API request, reduced to the fields that scripts and assertions use. */
export interface ModelRequest {
  /** Position among all requests to the API, from 0. */
  index: number;
  conversation: Conversation;
  headers: IncomingHttpHeaders;
  /** Complete request body, unchanged. */
  body: Readonly<Record<string, unknown>>;
  model: string;
  stream: boolean;
  messages: readonly ApiMessage[];
  /** All system text: the `system` field and the `system` messages of newer CLIs. */
  system: string;
  toolNames: readonly string[];
  /** Latest prompt of the user or the parent agent, without the CLI's reminders and notes. */
  prompt: string;
  /** Number of model answers since that prompt; 0 is the first request of a turn. */
  round: number;
  /** Tool results in this request, in order. */
  results: readonly ToolResult[];
  /** Working directory that the CLI names; the newest CLIs name none to subagents. */
  cwd: string | undefined;
}

interface ToolResult {
  id: string;
  name: string;
  text: string;
  isError: boolean;
  /** Content as sent: a string or a list of blocks. */
  content: unknown;
}

interface ApiMessage {
  role: string;
  content: readonly ApiBlock[];
}
type ApiBlock = Readonly<Record<string, unknown>> & { type: string };

const reminder = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** Texts that the CLI adds in the user's name within a turn; they do not start a new turn. */
const notes = [
  /^\[Request interrupted by user/,
  /^\[SYSTEM NOTIFICATION/,
  /^Your response above was cut off/,
  /^Output token limit hit/,
  /^Stop hook feedback/,
  /^The user sent a new message while you were working/,
];

/** @param delegated prompts that scripted Agent calls have given to subagents so far */
export function parseModelRequest(
  index: number,
  headers: IncomingHttpHeaders,
  body: Readonly<Record<string, unknown>>,
  delegated: ReadonlySet<string>,
): ModelRequest {
  const messages = list(body.messages).map(readMessage);
  const turns = messages.filter(message => message.role !== 'system');
  const system = [
    ...readBlocks(body.system),
    ...messages.filter(message => message.role === 'system').flatMap(message => message.content),
  ]
    .map(blockText)
    .join('\n');
  const start = turns.findLastIndex((_, at) => promptOf(turns, at) !== undefined);
  return {
    index,
    conversation: conversationOf(headers, body, system, turns, delegated),
    headers,
    body,
    model: String(body.model),
    stream: body.stream === true,
    messages,
    system,
    toolNames: list(body.tools).map(tool => String(record(tool).name)),
    prompt: promptOf(turns, start) ?? '',
    round: turns.slice(start + 1).filter(message => message.role === 'assistant').length,
    results: resultsOf(turns),
    cwd: /working directory: (\S.*)/i.exec(system)?.[1]?.trim(),
  };
}

function conversationOf(
  headers: IncomingHttpHeaders,
  body: Readonly<Record<string, unknown>>,
  system: string,
  turns: readonly ApiMessage[],
  delegated: ReadonlySet<string>,
): Conversation {
  // Token count requests have the full tool list and `max_tokens` 1 (2.0.36, 2.1.7).
  if (body.max_tokens === 1) return 'side';
  if (!list(body.tools).some(tool => 'input_schema' in record(tool))) return 'side';
  const first = promptOf(turns, 0) ?? '';
  if (first === 'Warmup') return 'side';
  // Since 2.1.200 subagent requests are marked; before, only the prompt identifies them.
  const marked = 'x-claude-code-agent-id' in headers || system.includes('cc_is_subagent=true');
  return marked || delegated.has(first) ? 'subagent' : 'main';
}

/** Returns the user's text in a message, undefined if there is none, so that no turn starts. */
function promptOf(turns: readonly ApiMessage[], at: number): string | undefined {
  const message = turns[at];
  if (message?.role !== 'user') return undefined;
  const lastResult = message.content.findLastIndex(block => block.type === 'tool_result');
  // After a Skill call the CLI sends the skill's text in the user's name.
  if (lastResult >= 0 && usesSkill(turns[at - 1])) return undefined;
  const texts = message.content
    .slice(lastResult + 1)
    .filter(block => block.type === 'text')
    .map(block => blockText(block).replace(reminder, '').trim())
    .filter(part => part && !notes.some(note => note.test(part)));
  return texts.length > 0 ? texts.join('\n') : undefined;
}

function usesSkill(message: ApiMessage | undefined): boolean {
  return !!message?.content.some(
    block => block.type === 'tool_use' && ['Skill', 'SlashCommand'].includes(String(block.name)),
  );
}

function resultsOf(turns: readonly ApiMessage[]): ToolResult[] {
  const last = turns.findLastIndex(message => message.role === 'assistant');
  const calls = new Map(
    (turns[last]?.content ?? [])
      .filter(block => block.type === 'tool_use')
      .map(block => [String(block.id), String(block.name)]),
  );
  return turns
    .slice(last + 1)
    .flatMap(message => message.content)
    .filter(block => block.type === 'tool_result')
    .map(block => ({
      id: String(block.tool_use_id),
      name: calls.get(String(block.tool_use_id)) ?? '',
      text: readBlocks(block.content).map(blockText).join('\n'),
      isError: block.is_error === true,
      content: block.content,
    }));
}

function readMessage(value: unknown): ApiMessage {
  const { role, content } = record(value);
  return { role: String(role), content: readBlocks(content) };
}

function readBlocks(content: unknown): ApiBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content).map(block => ({ ...record(block), type: String(record(block).type) }));
}

function blockText(block: ApiBlock): string {
  return typeof block.text === 'string' ? block.text : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
