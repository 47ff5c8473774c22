import { afterAll, expect, test, vi } from 'vitest';
import type { SessionRow } from '../../../../src/host/sessions/sessionRow';
import { row } from './rows';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ThemeIcon: class {},
  ProgressLocation: {},
  StatusBarAlignment: {},
  window: {},
  env: { language: 'en' },
}));
vi.resetModules();
const { rowItem, SessionTargets } = await import('../../../../src/host/sessions/sessionTargets');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const pick = (...rows: SessionRow[]) => {
  const list = { rows, ready: async () => undefined, otherFolderOf: () => undefined };
  const targets = new SessionTargets(
    list as never,
    () => [],
    () => undefined,
  );
  return targets.one('Archive Conversation', undefined, () => false);
};

test('a command without a conversation to act on says whether any is stored', async () => {
  await expect(pick()).rejects.toThrow('No conversation is stored yet.');
  await expect(pick(row('a'))).rejects.toThrow('There is no such conversation.');
});

test('a conversation of another folder names it', () => {
  expect(rowItem(row('a'), 'other').description).toMatch(/^other · /);
  expect(rowItem(row('a')).description).not.toContain('other');
});

test('a conversation that another process has just stored is found by its ID', async () => {
  const list = {
    rows: [] as SessionRow[],
    ready: async () => undefined,
    refresh: async () => void list.rows.push(row('new')),
  };
  const targets = new SessionTargets(
    list as never,
    () => [],
    () => undefined,
  );
  expect(await targets.one('Open in Tab', 'new')).toMatchObject({ id: 'new' });
  await expect(targets.one('Open in Tab', 'none')).rejects.toThrow('No conversation with this ID');
});
