import type { ConversationEvent } from '../../src/contract/events';
import type { MessageId, PromptId, ToolCallId, TurnId } from '../../src/contract/ids';
import type { Prompt } from '../../src/contract/prompts';
import type { ToolCall, ToolContent, ToolFamily, ToolInputs } from '../../src/contract/tools';

/** Values that a tool may claim as its address or path. */
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

/** Returns the text for the next place. */
export type Texts = () => string;

/**
 * Length above which a text appears in fewer places; otherwise the page would grow by megabytes.
 */
export const longText = 2000;
const heavyFamilies = ['bash', 'mcp'] as const;

/** Cycles through the texts, starting at one of them. */
export function inTurn(texts: readonly string[], from = 0): Texts {
  let index = from;
  return () => texts[index++ % texts.length] ?? '';
}

/**
 * Returns a conversation with a text wherever an agent, a tool or a server can put one. Long texts
 * appear only in the cards of a few families.
 */
export function everywhere(next: Texts, isBurden = false): ConversationEvent[] {
  const calls = callsWith(next, isBurden);
  return [
    { type: 'session.changed', title: next(), cwd: `/srv/${next()}`, agentVersion: next() },
    { type: 'turn.started', turnId: 'turn' as TurnId, at, origin: 'person' },
    { type: 'prompt.sent', messageId: 'sent' as MessageId, at, text: next(), images: [] },
    ...saidWith(next),
    ...calls.map(call => ({ type: 'tool.updated', call, at }) as const),
    ...draftsWith(next),
    ...updatesWith(next),
    ...promptsWith(next, calls).map(prompt => ({ type: 'prompt.opened', prompt, at }) as const),
    { type: 'notice', notice: { kind: 'warning', text: next() }, at },
    {
      type: 'notice',
      notice: { kind: 'commandOutput', command: next(), text: next() },
      at: at + 1,
    },
    { type: 'notice', notice: { kind: 'compacted', summary: next() }, at: at + 2 },
    { type: 'unknown', what: next(), at },
    {
      type: 'todos.changed',
      todos: [{ id: next(), text: next(), status: 'in_progress', activeText: next() }],
    },
    { type: 'agent.changed', agent: { phase: 'waiting', detail: next(), stderr: next() } },
    { type: 'queue.changed', queue: [{ id: 'queued' as MessageId, text: next(), images: [] }] },
  ];
}

function saidWith(next: Texts): ConversationEvent[] {
  const block = (
    blockId: string,
    kind: 'text' | 'thinking',
    parent: { parentToolId?: ToolCallId } = {},
  ): ConversationEvent[] => [
    { type: 'block.started', blockId, source: next(), kind, at, ...parent },
    { type: 'block.delta', blockId, text: next() },
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

const inputs = (next: Texts): ToolInputs => ({
  bash: { command: next(), description: next(), background: true, timeoutMs: 1000 },
  shellOutput: { shellId: next(), filter: next() },
  shellStop: { shellId: next() },
  read: { path: next(), offset: 3, limit: 5, pages: next() },
  list: { path: next() },
  glob: { pattern: next(), path: next() },
  grep: { pattern: next(), path: next(), glob: next(), outputMode: next() },
  edit: { path: next(), edits: [{ oldText: next(), newText: `${next()}+`, replaceAll: true }] },
  write: { path: next(), content: next() },
  notebookEdit: {
    path: next(),
    source: next(),
    cellId: next(),
    cellType: 'markdown',
    editMode: 'insert',
  },
  webFetch: { url: next(), prompt: next() },
  webSearch: { query: next() },
  todoWrite: { todos: [{ id: next(), text: next(), status: 'in_progress', activeText: next() }] },
  task: {
    ...{
      action: 'update',
      taskId: next(),
      subject: next(),
      description: next(),
      activeText: next(),
    },
    status: next(),
  },
  agent: { description: next(), prompt: next(), agentType: next() },
  skill: { name: next(), args: next() },
  slashCommand: { command: next() },
  question: { questions: [questionWith(next)] },
  plan: { plan: next(), path: next() },
  mcp: { server: next(), tool: next(), arguments: valuesWith(next) },
  other: { arguments: valuesWith(next) },
});

function questionWith(next: Texts) {
  const options = [
    { label: next(), description: next(), preview: next() },
    { label: 'B', preview: next() },
  ];
  return { question: next(), header: next(), multiSelect: false, options };
}

/** Returns a `JSON.parse` result for a server's message: `__proto__` is an own key. */
function valuesWith(next: Texts): Readonly<Record<string, unknown>> {
  const key = JSON.stringify(next());
  return JSON.parse(
    `{${key}: ${key}, "list": [${key}, {${key}: [${key}]}], "__proto__": {${key}: ${key}},
    "constructor": {"prototype": ${key}}, "no": null, "deep": ${'['.repeat(30)}${key}${']'.repeat(30)}}`,
  );
}

function contentsWith(next: Texts): ToolContent[] {
  const place = { path: next(), line: 3 };
  return [
    { type: 'text', text: next() },
    { type: 'text', text: JSON.stringify({ [next()]: next(), list: [next()] }) },
    { type: 'markdown', text: next() },
    {
      ...{ type: 'terminal', stdout: next(), stderr: next(), exitCode: 1 },
      ...{ interrupted: true, backgroundId: next() },
    },
    { type: 'diff', path: next(), change: 'update', hunks: [hunk(next())], added: 1, removed: 1 },
    { type: 'file', path: next(), text: next(), startLine: 3, totalLines: 900 },
    {
      ...{ type: 'matches', total: 9, truncated: true },
      matches: [{ ...place, text: next() }, place, { path: next() }],
    },
    {
      type: 'links',
      links: [
        { title: next(), url: next() },
        { title: '', url: next() },
      ],
    },
    // A server may claim any value, regardless of the type.
    {
      type: 'image',
      image: { mediaType: next() as 'image/png', bytes: 3, data: next(), name: next() },
    },
    { type: 'image', image: { mediaType: 'image/png', bytes: 3, data: next(), name: next() } },
    {
      type: 'todos',
      todos: [{ id: next(), text: next(), status: 'pending', blockedBy: [next()] }],
    },
    { type: 'answers', answers: [{ question: next(), answer: next() }] },
    { type: 'fields', fields: [{ name: next(), value: next() }] },
    { type: 'error', text: next() },
  ];
}

/** Returns each family's call before it runs, when a permission request shows it, and after it. */
function callsWith(next: Texts, isBurden: boolean): ToolCall[] {
  const all = inputs(next);
  const families = isBurden ? heavyFamilies : (Object.keys(all) as readonly ToolFamily[]);
  return families.flatMap(family =>
    (['pending', family === 'bash' ? 'failed' : 'done'] as const).map(status => {
      // Contents look the same in every family; the first one shows how a family uses them.
      const isRich = family === 'bash' || family === 'edit' || family === 'mcp';
      return {
        ...{
          id: `${family}-${status}`,
          family,
          tool: next(),
          title: next(),
          target: next(),
          status,
        },
        ...(family === 'skill' ? { parentToolId: 'agent-done' } : {}),
        input: all[family],
        otherInput: family === 'read' ? valuesWith(next) : {},
        content: status === 'pending' ? [] : contentsWith(next).slice(0, isRich ? undefined : 3),
        locations: [{ path: next(), line: 2 }],
      } as unknown as ToolCall;
    }),
  );
}

function draftsWith(next: Texts): ConversationEvent[] {
  const call: ToolCall = {
    id: 'draft' as ToolCallId,
    family: 'bash',
    tool: next(),
    title: next(),
    content: [],
    locations: [],
    status: 'pending',
  };
  return [
    { type: 'tool.updated', call, at },
    { type: 'tool.delta', toolId: call.id, argument: next(), text: next() },
  ];
}

function updatesWith(next: Texts): ConversationEvent[] {
  return [
    {
      type: 'tool.progress',
      toolId: 'agent-done' as ToolCallId,
      progress: { status: 'running', lastTool: next(), tokens: 3, toolUses: 1 },
    },
    {
      type: 'file.updated',
      update: {
        ...{ toolId: 'edit-done' as ToolCallId, path: next(), status: 'updated', detail: next() },
        ...{ hunks: [hunk(next())], added: 1, removed: 1, note: next() },
      },
    },
    {
      type: 'file.updated',
      update: {
        ...{ toolId: 'bash-failed' as ToolCallId, path: next(), status: 'updated', via: 'command' },
        ...{ detail: next(), note: next(), isUncertain: true, added: 1, removed: 1 },
      },
    },
    { type: 'tool.noted', toolId: 'bash-failed' as ToolCallId, note: next() },
  ];
}

function promptsWith(next: Texts, calls: readonly ToolCall[]): Prompt[] {
  const waiting = calls.filter(call => call.status === 'pending');
  const base = (call: ToolCall) => ({ id: `ask-${call.id}` as PromptId, toolId: call.id, call });
  return waiting.map((call): Prompt => {
    if (call.family === 'question') {
      const two = { ...questionWith(next), multiSelect: true };
      return {
        ...base(call),
        kind: 'question',
        questions: [questionWith(next), two],
        agent: next(),
      };
    }
    if (call.family === 'plan') {
      return { ...base(call), kind: 'plan', plan: next(), path: next(), interrupted: 'reload' };
    }
    return {
      ...{ ...base(call), kind: 'permission', agent: next(), reason: next(), blockedPath: next() },
      suggestions: [
        { type: 'addRules', index: 0, rules: [next(), next()], destination: 'localSettings' },
        { type: 'addDirectories', index: 1, directories: [next()], destination: 'session' },
      ],
      hasDiff: true,
    };
  });
}
