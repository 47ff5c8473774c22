import type { Image } from '../../../src/contract/content';
import type { ConversationEvent } from '../../../src/contract/events';
import type { FileUpdate } from '../../../src/contract/fileUpdates';
import type { TaskId, ToolCallId } from '../../../src/contract/ids';
import type { RunningTask } from '../../../src/contract/tasks';
import type { ToolCall, ToolContent, ToolFamily, ToolInputs } from '../../../src/contract/tools';
import { startBlock } from './story';

export const at = Date.UTC(2026, 10, 20, 9, 31);
export const path = '/έργο/άλφα';
export const lines = 'γραμμή\n'.repeat(30);
export const image: Image = {
  ...{ mediaType: 'image/gif', bytes: 35, name: 'εικόνα' },
  data: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

/** Differences from a call that is done and has no result. */
interface CallDetails extends Partial<Pick<ToolCall, 'status' | 'parentToolId' | 'otherInput'>> {
  readonly content?: readonly ToolContent[];
}

export function callOf<F extends ToolFamily>(
  id: string,
  family: F,
  input: ToolInputs[F] | undefined,
  details: CallDetails = {},
): ToolCall {
  return {
    ...{ id, family, input, tool: 'Εργαλείο', title: 'Εργαλείο', target: `στόχος ${id.length}` },
    ...{ content: [], locations: [], status: 'done' },
    ...details,
  } as unknown as ToolCall;
}

export function called<F extends ToolFamily>(
  id: string,
  family: F,
  input: ToolInputs[F] | undefined,
  details: CallDetails = {},
): ConversationEvent {
  return { type: 'tool.updated', call: callOf(id, family, input, details), at };
}

function updated(toolId: string, name: string, more: Partial<FileUpdate>): ConversationEvent {
  const update: FileUpdate = {
    ...{ toolId: toolId as ToolCallId, path: `${path}/${name}`, status: 'updated' },
    ...{ added: 1, removed: 2 },
    ...more,
  };
  return { type: 'file.updated', update };
}

function running(id: string, toolId: string, more: Partial<RunningTask>): ConversationEvent {
  const task: RunningTask = {
    ...{ id: id as TaskId, kind: 'shell', title: 'εργασία', toolId: toolId as ToolCallId },
    ...{ startedAt: at, isBackground: true, status: 'running', hasOutput: true },
    ...more,
  };
  return { type: 'task.changed', task };
}

const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-ένα', '+δύο'] };
const hunks = [
  hunk,
  { ...hunk, oldStart: 9, newStart: 9, lines: [...hunk.lines, '\\ No newline at end of file'] },
];
const diff = { type: 'diff', path, change: 'update', hunks, added: 2, removed: 2 } as const;
const found = Array.from({ length: 60 }, (_, line) => ({ path, line: line + 1, text: 'βρέθηκε' }));
const todos = (['pending', 'in_progress', 'completed'] as const).map((status, index) => ({
  ...{ id: `${index}`, text: 'βήμα', status, blockedBy: ['7'] },
}));

const commands: readonly ConversationEvent[] = [
  called(
    'bash',
    'bash',
    { command: `άλφα${' '.repeat(40)}βήτα`, background: true, timeoutMs: 65_000 },
    {
      content: [
        {
          ...{ type: 'terminal', stdout: lines, stderr: 'λάθος', exitCode: 3 },
          ...{ interrupted: true, backgroundId: 'β1' },
        },
      ],
    },
  ),
  updated('bash', 'α', { via: 'command', isUncertain: true, note: 'σημείωση' }),
  updated('bash', 'β', { via: 'command', problems: { errors: 2, warnings: -1 } }),
  ...(['created', 'deleted', 'unchanged', 'failed', 'untracked'] as const).map((status, index) =>
    updated('bash', `${index}`, { via: 'command', status }),
  ),
  ...[11, 12, 13].map(name => updated('bash', `${name}`, { via: 'command' })),
  running('t1', 'bash', { stop: 'task', model: 'μοντέλο', lastAction: 'πράξη' }),
  called('silent', 'bash', { command: 'άλφα' }, { content: [terminal('')] }),
  running('t2', 'silent', { stop: 'turn', isBackground: false }),
  called('output', 'shellOutput', { shellId: 'β1', filter: 'φ' }),
  called('stop', 'shellStop', { shellId: 'β1' }),
  { type: 'tool.noted', toolId: 'stop' as ToolCallId, note: 'σημείωση' },
];

function terminal(stdout: string): ToolContent {
  return { type: 'terminal', stdout, stderr: '' };
}

const file = { type: 'file', path, text: 'α\nβ', startLine: 3, totalLines: 19 } as const;

const files: readonly ConversationEvent[] = [
  called('read', 'read', { path, pages: '1' }, { content: [file] }),
  called('range', 'read', { path, offset: 3, limit: 4 }),
  called('from', 'read', { path, offset: 3 }),
  called('list', 'list', { path }),
  called(
    'glob',
    'glob',
    { pattern: '*', path },
    { content: [{ type: 'matches', matches: found, total: 70, truncated: true }] },
  ),
  called(
    'grep',
    'grep',
    { pattern: '*', path, glob: '*.α' },
    { content: [{ type: 'matches', matches: [], total: 0, truncated: true }] },
  ),
  called('edit', 'edit', { path, edits: [] }, { content: [diff] }),
  updated('edit', 'α', { isUncertain: true, problems: { errors: 1, warnings: 1 } }),
  called('edits', 'edit', {
    path,
    edits: [
      { oldText: lines, newText: 'β', replaceAll: true },
      { oldText: 'α', newText: 'β' },
    ],
  }),
  called('empty', 'write', { path, content: '' }),
  called('write', 'write', { path, content: 'γράμμα' }),
  updated('write', 'α', { status: 'unchanged', added: 0, removed: 0 }),
  ...(['replace', 'insert', 'delete'] as const).flatMap(editMode => [
    called(editMode, 'notebookEdit', { path, source: 'α', editMode }),
    called(`${editMode}-type`, 'notebookEdit', { path, source: 'α', editMode, cellType: 'code' }),
    called(`${editMode}-id`, 'notebookEdit', { path, source: 'α', editMode, cellId: 'κ' }),
  ]),
];

const others: readonly ConversationEvent[] = [
  called('fetch', 'webFetch', { url: 'σελίδα', prompt: 'ερώτηση' }),
  called(
    'search',
    'webSearch',
    { query: 'ερώτηση' },
    { content: [{ type: 'links', links: [{ title: 'τίτλος', url: 'σελίδα' }] }] },
  ),
  called('todos', 'todoWrite', { todos }),
  called('none', 'todoWrite', { todos: [] }),
  ...['pending', 'in_progress', 'completed', 'deleted'].map(status =>
    called(`task-${status}`, 'task', {
      ...{ action: 'update', taskId: '1', subject: 'θέμα', description: 'περιγραφή', status },
      activeText: 'τώρα',
    }),
  ),
  called('skill', 'skill', { name: 'ικανότητα', args: 'όρισμα' }),
  called('slash', 'slashCommand', { command: '/εντολή' }),
  called(
    'question',
    'question',
    { questions: [] },
    { content: [{ type: 'answers', answers: [{ question: 'ερώτηση', answer: '' }] }] },
  ),
  called('plan', 'plan', { plan: '# σχέδιο', path }),
  called('mcp', 'mcp', {
    ...{ server: 'διακομιστής', tool: 'εργαλείο' },
    arguments: { α: null, β: true, γ: false, δ: [], ε: {}, ζ: '', η: [1], θ: { ι: lines } },
  }),
  called('editor', 'mcp', { server: 'tandem', tool: 'εργαλείο', arguments: {} }),
  called('other', 'other', { arguments: {} }, { otherInput: { α: 'β' } }),
  called('results', 'other', undefined, {
    content: [
      { type: 'text', text: lines.repeat(3) },
      { type: 'text', text: '["α"]' },
      { type: 'markdown', text: '- [ ] \n- [x] β\n\n| α |\n| - |\n| β |\n\n```κώδικας\nα\n```' },
      { type: 'fields', fields: [{ name: 'α', value: 'β' }] },
      { type: 'image', image },
      { type: 'image', image: { ...image, mediaType: 'γ' as 'image/gif' } },
    ],
  }),
  called('failed', 'other', undefined, {
    ...{ status: 'failed', content: [{ type: 'error', text: 'λάθος' }] },
  }),
  called('denied', 'other', undefined, { status: 'denied' }),
  called('interrupted', 'other', undefined, { status: 'interrupted' }),
];

const child = 'agent' as ToolCallId;

const agents: readonly ConversationEvent[] = [
  called('agent', 'agent', {
    ...{ description: 'ανάθεση', prompt: 'ανάθεση', agentType: 'τύπος', background: true },
  }),
  called('inner', 'bash', { command: 'άλφα', description: 'περιγραφή' }, { parentToolId: child }),
  { ...startBlock('i1', 'thinking'), parentToolId: child } as ConversationEvent,
  { type: 'block.ended', blockId: 'i1' },
  { ...startBlock('i2', 'thinking'), parentToolId: child } as ConversationEvent,
  { type: 'block.ended', blockId: 'i2', text: 'σκέψη' },
  {
    ...{ type: 'tool.progress', toolId: child },
    progress: { status: 'stopped', tokens: 1200, toolUses: 1, durationMs: 65_000 },
  },
  called('using', 'agent', { description: 'ανάθεση', prompt: lines }, { status: 'running' }),
  {
    ...{ type: 'tool.progress', toolId: 'using' as ToolCallId },
    progress: { status: 'running', lastTool: 'εργαλείο' },
  },
];

/** Calls of every family, in every form that has texts of the page. */
export const greekCalls: readonly ConversationEvent[] = [
  ...commands,
  ...files,
  ...others,
  ...agents,
];
