import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { Channel } from '../../../../src/core/conversation/channel';

interface Row {
  readonly label: string;
}

const accepted = new Emitter<void>();
const hidden = new Emitter<void>();
const picker = {
  title: '',
  items: [] as readonly Row[],
  activeItems: [] as readonly Row[],
  selectedItems: [] as readonly (Row | undefined)[],
  ...{ onDidAccept: accepted.event, onDidHide: hidden.event },
  ...{ show: () => undefined, dispose: () => undefined },
};

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
  env: { language: 'en' },
  window: { createQuickPick: () => picker },
  workspace: { onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }) },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  ThemeIcon: class {},
  ProgressLocation: {},
  StatusBarAlignment: {},
}));

vi.resetModules();
const { ConversationFolders } = await import('../../../../src/host/folders/conversationFolders');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const managed: unknown[] = [];
beforeEach(() => {
  managed.length = 0;
});

/** Opens the label of a conversation that has sent nothing, and returns once its list is shown. */
async function openList(folder: object) {
  const channel = {
    ...{ isFresh: true, cwd: '/work/tree', record: {} },
    conversation: { summary: { folder } },
  } as unknown as Channel;
  const row = { path: '/work/tree', name: 'tree', icon: 'folder', description: '' };
  const folders = new ConversationFolders({
    registry: { all: [], onChanged: new Emitter<Channel>().event },
    repositories: { onChanged: new Emitter<void>().event },
    picker: { rows: async () => [row] },
    gate: { workspaceFolders: ['/work/tree'] },
    worktrees: { manage: async (one: Channel) => managed.push(one) },
    log: silentLog,
  } as unknown as ConstructorParameters<typeof ConversationFolders>[0]);
  picker.items = [];
  const opened = folders.open(channel);
  await expect.poll(() => picker.items.length).toBeGreaterThan(0);
  return { channel, opened };
}

test('the label of a new conversation in a worktree leads to the actions of the worktree', async () => {
  const { channel, opened } = await openList({ name: 'tree', branch: 'fix/colours' });
  picker.selectedItems = [picker.items.find(({ label }) => label === 'Manage Worktree…')];
  accepted.fire();
  await opened;
  expect(managed).toEqual([channel]);
});

test('closing its list does nothing, and other folders have no such action', async () => {
  const inTree = await openList({ name: 'tree', branch: 'fix/colours' });
  hidden.fire();
  await inTree.opened;
  const elsewhere = await openList({ name: 'tree' });
  expect(picker.items.map(({ label }) => label)).not.toContain('Manage Worktree…');
  hidden.fire();
  await elsewhere.opened;
  expect(managed).toEqual([]);
});
