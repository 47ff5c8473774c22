import { expect, it } from 'vitest';
import type { FolderProgram } from '../../../../src/contract/programs';
import { programList } from '../../../../src/host/gate/programList';

const hook: FolderProgram = { kind: 'hook', file: 'a.json', name: 'Stop', text: './a.sh' };
const shortened = 'This list is shortened. Read the files before you allow them.';

it('lists what would run, with the file that says so', () => {
  const broken: FolderProgram = { kind: 'unreadable', file: 'b.json', name: '', text: 'Too large' };
  expect(programList([hook, broken])).toBe(
    'Hook Stop: ./a.sh (a.json)\nUnreadable: Too large (b.json)',
  );
});

it('says that it does not show all', () => {
  expect(programList([{ ...hook, text: 'x'.repeat(301) }])).toContain(shortened);
  expect(programList(Array.from({ length: 21 }, () => hook))).toContain(shortened);
  expect(programList(Array.from({ length: 20 }, () => hook))).not.toContain(shortened);
});
