import { expect, test } from 'vitest';
import { processChain } from '../../../../src/host/terminalBridge/processChain';

const row = (pid: number, parent: number) => ({ pid, parent, group: 0, session: 0, startTime: '' });

test('the chain leads from a process to its shell', () => {
  expect(processChain(30, [row(10, 1), row(20, 10), row(30, 20), row(40, 10)])).toEqual([
    30, 20, 10, 1,
  ]);
});

test('the chain ends at cyclic or missing rows', () => {
  expect(processChain(30, [row(20, 30), row(30, 20)])).toEqual([30, 20]);
  expect(processChain(30, [])).toEqual([30]);
});
