import { afterAll, expect, test, vi } from 'vitest';
import type { ChannelId, TaskId, ToolCallId } from '../../../../src/contract/ids';
import type { CallPrompt } from '../../../../src/contract/prompts';
import type { RunningTask } from '../../../../src/contract/tasks';
import type { LateTree } from '../../../../src/host/views/lateTree';

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: unknown[]) => text.replace('{0}', String(values[0])) },
  window: {},
  ProgressLocation: {},
  TreeItemCollapsibleState: {},
  ThemeColor: class {},
  ThemeIcon: class {
    constructor(readonly id: string) {}
  },
  TreeItem: class {
    constructor(readonly label: unknown) {}
  },
}));

vi.resetModules();
const { TasksTree } = await import('../../../../src/host/tasks/tasksTree');
const { taskCommands } = await import('../../../../src/host/tasks/taskCommands');
const { taskKey } = await import('../../../../src/host/tasks/tasksModel');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const id = 'one' as ChannelId;
const reader: RunningTask = {
  id: 'a1' as TaskId,
  kind: 'agent',
  title: 'Read the host name',
  toolId: 'task-call' as ToolCallId,
  startedAt: Date.now(),
  lastAction: 'Reading /etc/hostname',
  isBackground: true,
  hasOutput: true,
  status: 'running',
};
const other: RunningTask = { ...reader, id: 'a2' as TaskId, toolId: 'other-call' as ToolCallId };
const request = {
  id: 'p1',
  kind: 'permission',
  call: { id: 'read', parentToolId: 'task-call' },
} as unknown as CallPrompt;

function itemsOf(waiting: readonly CallPrompt[]) {
  const view = { visible: false, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
  const late = { view, fill: () => undefined } as unknown as LateTree<string>;
  const tree = new TasksTree(late);
  tree.show([{ id, title: 'One', tasks: [reader, other], waiting }]);
  const items = [id, taskKey(id, reader), taskKey(id, other)].map(key => tree.getTreeItem(key));
  tree.dispose();
  return items;
}

test.each([
  ['its call', request],
  ['its name', { ...request, call: {}, agent: 'a1' } as unknown as CallPrompt],
])('a subagent that is known by %s waits for the user while its request is open', (_, asked) => {
  const [conversation, waiting, running] = itemsOf([asked]);
  expect(conversation?.description).toBe('1 running · 1 waiting for you');
  expect(waiting?.description).toBe('waiting for you · < 1 min');
  expect(waiting?.iconPath).toMatchObject({ id: 'bell-dot' });
  expect(waiting?.command?.command).toBe('tandem.tasks.goTo');
  expect(waiting?.accessibilityInformation?.label).toContain(', waiting for you · < 1 min');
  expect(waiting?.tooltip).toContain('waiting for you');
  expect(running?.description).toBe('Reading /etc/hostname · < 1 min');
  expect(running?.iconPath).toMatchObject({ id: 'loading~spin' });
  expect(running?.command?.command).toBe('tandem.tasks.showOutput');
});

test('a request of the main thread leaves subagents running', () => {
  const [conversation, one] = itemsOf([{ ...request, call: {} } as unknown as CallPrompt]);
  expect(conversation?.description).toBe('2 running');
  expect(one?.iconPath).toMatchObject({ id: 'loading~spin' });
});

test.each([
  [[request], 'p1'],
  [[], 'task-call'],
])(
  'its row leads to the card of the request, else to that of the subagent',
  async (waiting, to) => {
    const goTo = vi.fn(async () => undefined);
    const channel = { id, tasks: { all: [reader] }, conversation: { summary: { waiting } } };
    const commands = taskCommands({ channels: () => [channel], goTo } as never);
    await commands['tandem.tasks.goTo'](taskKey(id, reader));
    expect(goTo).toHaveBeenCalledWith(channel, to);
  },
);
