import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptSessionRows } from '../../../../src/host/agents/keptSessionRows';

test('sessions are listed newest first, with age and folder; those without a time come last', () => {
  const cwd = join(homedir(), 'project');
  const rows = keptSessionRows(
    [
      { id: 'a', cwd, title: 'Undated' },
      { id: 'b', cwd, title: 'Older', updatedAt: 1_000 },
      { id: 'c', cwd: '/elsewhere', title: '  ', updatedAt: 2_000 },
    ],
    at => `${at / 1_000}s`,
  );
  const texts = rows.map(({ label, description, detail }) => [label, description, detail]);
  expect(texts).toEqual([
    ['Untitled', '2s', '/elsewhere'],
    ['Older', '1s', '~/project'],
    ['Undated', undefined, '~/project'],
  ]);
  expect(rows.map(({ session }) => session.id)).toEqual(['c', 'b', 'a']);
});
