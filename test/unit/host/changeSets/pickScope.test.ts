import { afterAll, beforeEach, expect, test, vi } from 'vitest';

interface Row {
  readonly hash: string;
}

const on = { accept: () => undefined, hide: () => undefined } as Record<string, () => void>;
const list = {
  items: [] as readonly Row[],
  activeItems: [] as readonly Row[],
  selectedItems: [] as readonly Row[],
  onDidAccept: (run: () => void) => Object.assign(on, { accept: run }),
  onDidHide: (run: () => void) => Object.assign(on, { hide: run }),
  show: vi.fn(),
  dispose: vi.fn(),
};

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  window: { createQuickPick: () => list },
}));
vi.resetModules();
const { pickCommits } = await import('../../../../src/host/changeSets/pickScope');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

beforeEach(() => {
  Object.assign(list, { items: [], activeItems: [], selectedItems: [] });
  list.show.mockClear();
  list.dispose.mockClear();
});

const read = async () =>
  ['c3', 'c2', 'c1'].map(hash => `${hash}\x1f${hash}\x1fAda\x1fnow\x1fSubject\0`).join('');

test.each([
  [[], [1], { kind: 'commits', oldest: 'c2', newest: 'c2' }],
  [[2, 0], [1], { kind: 'commits', oldest: 'c1', newest: 'c3' }],
])('Enter takes the ticked commits %j, else the one in focus', async (ticked, focus, scope) => {
  const picking = pickCommits(read, undefined);
  await vi.waitFor(() => expect(list.show).toHaveBeenCalled());
  expect(list.activeItems).toEqual(list.items.slice(0, 1));
  list.selectedItems = ticked.flatMap(place => list.items[place] ?? []);
  list.activeItems = focus.flatMap(place => list.items[place] ?? []);
  on.accept?.();
  expect(await picking).toEqual(scope);
  expect(list.dispose).toHaveBeenCalledOnce();
});

test('a list without a row stays, and takes nothing when it is dismissed', async () => {
  const picking = pickCommits(read, undefined);
  await vi.waitFor(() => expect(list.show).toHaveBeenCalled());
  list.activeItems = [];
  on.accept?.();
  on.hide?.();
  expect(await picking).toBeUndefined();
});
