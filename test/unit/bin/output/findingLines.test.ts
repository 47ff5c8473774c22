import { expect, it } from 'vitest';
import { findingLines } from '../../../../src/bin/output/findingLines';
import { toolLine } from '../../../../src/bin/output/toolLine';

it('writes findings as lines of a compiler', () => {
  const findings = [
    { file: 'src/a.ts', line: 3, column: 5, severity: 'error', message: 'Wrong\nhere' },
    { file: 'b.ts', line: 1, severity: 'odd', reason: 'Slow' },
  ];
  expect(findingLines({ findings })).toBe(
    'src/a.ts:3:5: error: Wrong here\nb.ts:1:1: warning: Slow',
  );
  expect(findingLines({ findings: [] })).toBe('');
  expect(findingLines({ findings: [{ file: 'a' }] })).toBeUndefined();
  expect(findingLines({ count: 3 })).toBeUndefined();
});

it('describes a call of a tool in one line that no terminal obeys', () => {
  expect(toolLine('Edit', { file_path: '/a/b.ts', old_string: 'x' })).toBe('Edit /a/b.ts');
  expect(toolLine('Bash', { command: 'a\n\u001b[2Jb', description: 'd' })).toBe('Bash a [2Jb');
  expect(toolLine('TodoWrite', { todos: [] })).toBe('TodoWrite');
  expect(toolLine('Bash', { command: 'x'.repeat(999) })).toHaveLength(200);
});
