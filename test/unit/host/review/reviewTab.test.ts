import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { ToolCallId } from '../../../../src/contract/ids';
import type { FileView } from '../../../../src/core/edits/review/fileView';
import { reviewOf, viewOf } from './fileViews';

class TabInputText {}
class TabInputWebview {}
class TabInputTextMultiDiff {}
interface ShownTab {
  readonly label: string;
  readonly input: object;
  readonly isDirty: boolean;
}
const group = { activeTab: undefined as ShownTab | undefined, tabs: [] as readonly ShownTab[] };
const closed: string[] = [];
const keys: [string, boolean][] = [];
const silent = () => ({ dispose: () => undefined });
const tabsChanged = new Emitter<void>();

vi.doMock('vscode', () => ({
  TabInputText,
  TabInputWebview,
  l10n: { t: (text: string) => text },
  commands: {
    executeCommand: (_: string, key: string, value: boolean) => void keys.push([key, value]),
  },
  window: {
    tabGroups: {
      activeTabGroup: group,
      all: [group],
      onDidChangeTabs: tabsChanged.event,
      onDidChangeTabGroups: silent,
      close: async (tabs: readonly ShownTab[]) => {
        closed.push(...tabs.map(({ label }) => label));
      },
    },
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { ReviewTab } = await import('../../../../src/host/review/reviewTab');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

let waiting: readonly FileView[];
let changed: Emitter<ReadonlySet<string>>;
let review: InstanceType<typeof ReviewTab>;

beforeEach(() => {
  keys.length = 0;
  closed.length = 0;
  show();
  waiting = [];
  changed = new Emitter();
  review = new ReviewTab(
    {
      get all() {
        return waiting;
      },
      onChanged: changed.event,
    },
    { all: async () => waiting },
    { openAll: async () => undefined },
    silentLog,
  );
  return () => review.dispose();
});

/** Shows these tabs; the last one is in front. */
function show(...tabs: readonly ShownTab[]): void {
  group.tabs = tabs;
  group.activeTab = tabs.at(-1);
}

function tab(
  label: string,
  input: object = new TabInputTextMultiDiff(),
  isDirty = false,
): ShownTab {
  return { label, input, isDirty };
}

function view(path: string, tool: string): FileView {
  return viewOf(path, reviewOf('c'), { before: '1\n', after: '2\n' }, [tool]);
}

function leave(...views: readonly FileView[]): void {
  waiting = views;
  changed.fire(new Set());
}

const scope = {
  channel: reviewOf('c'),
  tools: new Set(['t1' as ToolCallId]),
  label: 'Undo the changes of a turn',
};
const isReview = () => keys.at(-1);
const [on, off] = [
  ['tandem:isReview', true],
  ['tandem:isReview', false],
];

it('has the actions of a turn on its diff, and not on a chat with the same title', () => {
  leave(view('/a', 't1'));
  show(tab('Fix the sum', new TabInputWebview()));
  review.noteTurn('Fix the sum', scope);
  expect(keys).toEqual([off]);
  show(tab('Fix the sum (2 files)'));
  review.noteTurn('Fix the sum', scope);
  expect(isReview()).toEqual(on);
});

it('has no actions on the diff of a turn that is decided, and leaves other changes alone', async () => {
  const others = view('/a', 't2');
  leave(view('/a', 't1'), others);
  show(tab('Fix the sum (2 files)'));
  review.noteTurn('Fix the sum', scope);
  expect(isReview()).toEqual(on);
  leave(others);
  expect(isReview()).toEqual(off);
  const decide = () =>
    review.decide(async () => {
      throw new Error('Something was decided');
    });
  await expect(decide()).rejects.toThrow('Nothing in this review is left to keep or undo.');
  leave();
  await expect(decide()).rejects.toThrow('There are no changes to keep or undo.');
  expect(closed).toEqual([]);
});

it('closes when a decision made elsewhere leaves nothing of it', async () => {
  const [first, second] = [view('/a', 't1'), view('/b', 't2')];
  leave(first, second);
  await review.open([first]);
  show(tab('Changes to Review (1 file)'), tab('Changes to Review.md', new TabInputText()));
  await review.open([second]);
  leave(first);
  // The review of the other file may still be open in a tab of the same title.
  expect(closed).toEqual([]);
  leave(view('/c', 't3'));
  expect(closed).toEqual(['Changes to Review (1 file)']);
});

it('stays open as long as it has unsaved text, and closes once that is saved', async () => {
  const some = view('/a', 't1');
  leave(some);
  show(tab('Changes to Review (1 file)', new TabInputTextMultiDiff(), true));
  await review.open([some]);
  await review.decide(async () => leave());
  expect(closed).toEqual([]);
  expect(isReview()).toEqual(off);
  show(tab('Changes to Review (1 file)'));
  tabsChanged.fire();
  expect(closed).toEqual(['Changes to Review (1 file)']);
});

it('closes after an undo in its text is saved, even if the list is up to date sooner', async () => {
  const some = view('/a', 't1');
  leave(some);
  show(tab('Changes to Review (1 file)'));
  await review.open([some]);
  show(tab('Changes to Review (1 file)', new TabInputTextMultiDiff(), true));
  tabsChanged.fire();
  leave();
  show(tab('Changes to Review (1 file)'));
  tabsChanged.fire();
  expect(closed).toEqual(['Changes to Review (1 file)']);
});
