import type { ConversationEvent } from '../../src/contract/events';
import type { MessageId, PromptId, ToolCallId, TurnId } from '../../src/contract/ids';
import type { Prompt } from '../../src/contract/prompts';
import type { ToolCall, ToolContent, ToolFamily, ToolInputs } from '../../src/contract/tools';

/** What a tool may claim as the address or path that it acts on. */
export const hostileAddresses = [
  'javascript:alert(1)',
  'JaVa\tScript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'command:workbench.action.terminal.new',
  'vscode://file/etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://page.invalid/1',
  'file://evil.example/share',
  '//evil.example/share',
  '\\\\evil.example\\share',
  'https:evil.example',
  'https://a.example/\u202egpj.exe',
  '__proto__',
].map((text, index) => ({ class: 'addresses', name: `address ${index}`, text }));

const at = Date.UTC(2026, 10, 21, 3);
const hunk = (text: string) => ({
  ...{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2 },
  lines: text.split('\n').flatMap(line => [` ${line}`, `-${line}`, `+${line}`]),
});

/** A text that is to be a burden stands in fewer places: all of them together would be megabytes. */
const longText = 2000;
const heavyFamilies = ['bash', 'mcp'] as const;

/** A conversation in which the text stands wherever an agent, a tool or a server can put one. */
export function everywhere(text: string): ConversationEvent[] {
  const calls = callsWith(text);
  return [
    { type: 'session.changed', title: text, cwd: `/srv/${text}`, agentVersion: text },
    { type: 'turn.started', turnId: 'turn' as TurnId, at, origin: 'person' },
    { type: 'prompt.sent', messageId: 'sent' as MessageId, at, text, images: [] },
    ...saidWith(text),
    ...calls.map(call => ({ type: 'tool.updated', call, at }) as const),
    ...draftsWith(text),
    ...updatesWith(text),
    ...promptsWith(text, calls).map(prompt => ({ type: 'prompt.opened', prompt, at }) as const),
    { type: 'notice', notice: { kind: 'warning', text }, at },
    { type: 'notice', notice: { kind: 'commandOutput', command: text, text }, at: at + 1 },
    { type: 'notice', notice: { kind: 'compacted', summary: text }, at: at + 2 },
    { type: 'unknown', what: text, at },
    { type: 'todos.changed', todos: [{ id: text, text, status: 'in_progress', activeText: text }] },
    { type: 'agent.changed', agent: { phase: 'waiting', detail: text, stderr: text } },
    { type: 'queue.changed', queue: [{ id: 'queued' as MessageId, text, images: [] }] },
  ];
}

function saidWith(text: string): ConversationEvent[] {
  const block = (
    blockId: string,
    kind: 'text' | 'thinking',
    parent: { parentToolId?: ToolCallId } = {},
  ): ConversationEvent[] => [
    { type: 'block.started', blockId, source: text, kind, at, ...parent },
    { type: 'block.delta', blockId, text },
    { type: 'block.ended', blockId, durationMs: 3000 },
  ];
  const within = { parentToolId: 'agent-done' as ToolCallId };
  return [
    ...block('said', 'text'),
    ...block('thought', 'thinking'),
    ...block('said-within', 'text', within),
    ...block('thought-within', 'thinking', within),
  ];
}

const inputs = (text: string): ToolInputs => ({
  bash: { command: text, description: text, background: true, timeoutMs: 1000 },
  shellOutput: { shellId: text, filter: text },
  shellStop: { shellId: text },
  read: { path: text, offset: 3, limit: 5, pages: text },
  list: { path: text },
  glob: { pattern: text, path: text },
  grep: { pattern: text, path: text, glob: text, outputMode: text },
  edit: { path: text, edits: [{ oldText: text, newText: `${text}+`, replaceAll: true }] },
  write: { path: text, content: text },
  notebookEdit: {
    path: text,
    source: text,
    cellId: text,
    cellType: 'markdown',
    editMode: 'insert',
  },
  webFetch: { url: text, prompt: text },
  webSearch: { query: text },
  todoWrite: { todos: [{ id: text, text, status: 'in_progress', activeText: text }] },
  task: {
    ...{ action: 'update', taskId: text, subject: text, description: text, activeText: text },
    status: text,
  },
  agent: { description: text, prompt: text, agentType: text },
  skill: { name: text, args: text },
  slashCommand: { command: text },
  question: { questions: [questionWith(text)] },
  plan: { plan: text, path: text },
  mcp: { server: text, tool: text, arguments: valuesWith(text) },
  other: { arguments: valuesWith(text) },
});

function questionWith(text: string) {
  const options = [
    { label: text, description: text, preview: text },
    { label: 'B', preview: text },
  ];
  return { question: text, header: text, multiSelect: false, options };
}

/** As `JSON.parse` makes it of what a server sent: `__proto__` is an own key. */
function valuesWith(text: string): Readonly<Record<string, unknown>> {
  const key = JSON.stringify(text);
  return JSON.parse(
    `{${key}: ${key}, "list": [${key}, {${key}: [${key}]}], "__proto__": {${key}: ${key}},
    "constructor": {"prototype": ${key}}, "no": null, "deep": ${'['.repeat(30)}${key}${']'.repeat(30)}}`,
  );
}

function contentsWith(text: string): ToolContent[] {
  const place = { path: text, line: 3 };
  return [
    { type: 'text', text },
    { type: 'text', text: JSON.stringify({ [text]: text, list: [text] }) },
    { type: 'markdown', text },
    {
      ...{ type: 'terminal', stdout: text, stderr: text, exitCode: 1 },
      ...{ interrupted: true, backgroundId: text },
    },
    { type: 'diff', path: text, change: 'update', hunks: [hunk(text)], added: 1, removed: 1 },
    { type: 'file', path: text, text, startLine: 3, totalLines: 900 },
    {
      ...{ type: 'matches', total: 9, truncated: true },
      matches: [{ ...place, text }, place, { path: text }],
    },
    {
      type: 'links',
      links: [
        { title: text, url: text },
        { title: '', url: text },
      ],
    },
    // What a server may claim, whatever the type says.
    {
      type: 'image',
      image: { mediaType: text as 'image/png', bytes: 3, data: text, name: text },
    },
    { type: 'image', image: { mediaType: 'image/png', bytes: 3, data: text, name: text } },
    { type: 'todos', todos: [{ id: text, text, status: 'pending', blockedBy: [text] }] },
    { type: 'answers', answers: [{ question: text, answer: text }] },
    { type: 'fields', fields: [{ name: text, value: text }] },
    { type: 'error', text },
  ];
}

/** Each family's call before it runs, when a permission shows it, and after it. */
function callsWith(text: string): ToolCall[] {
  const all = inputs(text);
  const families =
    text.length > longText ? heavyFamilies : (Object.keys(all) as readonly ToolFamily[]);
  const contents = contentsWith(text);
  return families.flatMap(family =>
    (['pending', family === 'bash' ? 'failed' : 'done'] as const).map(status => {
      // Contents look the same in every family; what a family does with them is seen by its first.
      const isRich = family === 'bash' || family === 'edit' || family === 'mcp';
      return {
        ...{ id: `${family}-${status}`, family, tool: text, title: text, target: text, status },
        ...(family === 'skill' ? { parentToolId: 'agent-done' } : {}),
        input: all[family],
        otherInput: family === 'read' ? valuesWith(text) : {},
        content: status === 'pending' ? [] : contents.slice(0, isRich ? undefined : 3),
        locations: [{ path: text, line: 2 }],
      } as unknown as ToolCall;
    }),
  );
}

function draftsWith(text: string): ConversationEvent[] {
  const call: ToolCall = {
    id: 'draft' as ToolCallId,
    family: 'bash',
    tool: text,
    title: text,
    content: [],
    locations: [],
    status: 'pending',
  };
  return [
    { type: 'tool.updated', call, at },
    { type: 'tool.delta', toolId: call.id, argument: text, text },
  ];
}

function updatesWith(text: string): ConversationEvent[] {
  return [
    {
      type: 'tool.progress',
      toolId: 'agent-done' as ToolCallId,
      progress: { status: 'running', lastTool: text, tokens: 3, toolUses: 1 },
    },
    {
      type: 'file.updated',
      update: {
        ...{ toolId: 'edit-done' as ToolCallId, path: text, status: 'updated', detail: text },
        ...{ hunks: [hunk(text)], added: 1, removed: 1, note: text },
      },
    },
    {
      type: 'file.updated',
      update: {
        ...{ toolId: 'bash-failed' as ToolCallId, path: text, status: 'updated', via: 'command' },
        ...{ detail: text, note: text, isUncertain: true, added: 1, removed: 1 },
      },
    },
    { type: 'tool.noted', toolId: 'bash-failed' as ToolCallId, note: text },
  ];
}

function promptsWith(text: string, calls: readonly ToolCall[]): Prompt[] {
  const waiting = calls.filter(call => call.status === 'pending');
  const base = (call: ToolCall) => ({ id: `ask-${call.id}` as PromptId, toolId: call.id, call });
  return waiting.map((call): Prompt => {
    if (call.family === 'question') {
      const two = { ...questionWith(text), multiSelect: true };
      return { ...base(call), kind: 'question', questions: [questionWith(text), two], agent: text };
    }
    if (call.family === 'plan') {
      return { ...base(call), kind: 'plan', plan: text, path: text, interrupted: 'reload' };
    }
    return {
      ...{ ...base(call), kind: 'permission', agent: text, reason: text, blockedPath: text },
      suggestions: [
        { type: 'addRules', index: 0, rules: [text, text], destination: 'localSettings' },
        { type: 'addDirectories', index: 1, directories: [text], destination: 'session' },
      ],
      hasDiff: true,
    };
  });
}
