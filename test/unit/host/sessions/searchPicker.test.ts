import { afterAll, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { SearchHit } from '../../../../src/cli/sessions/search/searchSessions';
import { row } from './rows';

const typed = new Emitter<string>();
const never = () => ({ dispose: () => undefined });
const picker = {
  ...{ title: '', value: '', placeholder: '', busy: false, activeItems: [] },
  items: [] as readonly {
    readonly label: string;
    readonly detail?: string;
    readonly alwaysShow?: boolean;
  }[],
  onDidChangeValue: typed.event,
  ...{ onDidAccept: never, onDidHide: never },
  ...{ show: () => undefined, dispose: () => undefined },
};

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  env: { language: 'en' },
  window: { createQuickPick: () => picker },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  ThemeIcon: class {},
  ProgressLocation: {},
  StatusBarAlignment: {},
}));

vi.resetModules();
const { SearchPicker } = await import('../../../../src/host/sessions/searchPicker');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('a search that finds nothing says so in a row, which no filter hides', async () => {
  const found: SearchHit[] = [];
  async function* search() {
    yield* found;
  }
  const shown = new SearchPicker([row('a')], () => undefined, search, silentLog);
  void shown.pick();
  typed.fire('zebra');
  await expect.poll(() => picker.items.at(-1)?.label).toBe('No matches in messages');
  expect(picker.items.at(-1)?.alwaysShow).toBe(true);
  expect(picker.title).toBe('Search Conversations');
  // The next letter begins another search.
  typed.fire('zebras');
  expect(picker.items.map(({ label }) => label)).not.toContain('No matches in messages');
  shown.dispose();
});

test('a row of a match has little text before it, so that a narrow list shows it', async () => {
  const before =
    '…a database would be faster and opaque; commands at the same moment overwrite, a ';
  const excerpt = { text: `${before}lock file too`, start: before.length, end: before.length + 4 };
  const hits = [{ id: 'a', by: 'text', excerpt }] as unknown as SearchHit[];
  async function* search() {
    yield* hits;
  }
  const shown = new SearchPicker([row('a')], () => undefined, search, silentLog);
  void shown.pick();
  typed.fire('lock');
  await expect
    .poll(() => picker.items.at(-1)?.detail)
    .toBe('…at the same moment overwrite, a lock file too');
  shown.dispose();
});

test('a search without a conversation says that none is stored yet', () => {
  const shown = new SearchPicker(
    [],
    () => undefined,
    () => never() as never,
    silentLog,
  );
  expect(picker.placeholder).toBe('No conversation is stored yet');
  shown.dispose();
});
