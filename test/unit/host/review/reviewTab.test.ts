import { afterAll, expect, it, vi } from 'vitest';

class TabInputWebview {}
class TabInputTextMultiDiff {}
const tabs = { activeTabGroup: { activeTab: undefined as object | undefined } };
const keys: [string, boolean][] = [];
const silent = () => ({ dispose: () => undefined });

vi.doMock('vscode', () => ({
  TabInputWebview,
  commands: {
    executeCommand: (_: string, key: string, value: boolean) => void keys.push([key, value]),
  },
  window: { tabGroups: { ...tabs, onDidChangeTabs: silent, onDidChangeTabGroups: silent } },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { ReviewTab } = await import('../../../../src/host/review/reviewTab');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('has the actions of a turn on its diff, and not on a chat with the same title', () => {
  const review = new ReviewTab(
    { all: [] },
    { all: async () => [] },
    { openAll: async () => undefined },
  );
  tabs.activeTabGroup.activeTab = { label: 'Fix the sum', input: new TabInputWebview() };
  review.noteTurn('Fix the sum', {} as never);
  expect(keys).toEqual([['tandem:isReview', false]]);
  const input = new TabInputTextMultiDiff();
  tabs.activeTabGroup.activeTab = { label: 'Fix the sum (2 files)', input };
  review.noteTurn('Fix the sum', {} as never);
  expect(keys.at(-1)).toEqual(['tandem:isReview', true]);
  review.dispose();
});
