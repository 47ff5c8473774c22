import { expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { hostProcesses } from '../../../../src/core/registry/hostProcesses';
import type { ProcessIdentity } from '../../../../src/node/processIdentity';

const known: ProcessIdentity = { pid: process.pid, startTime: 'today' };

test('the extension host is identified later if the system was too slow', async () => {
  const answers = [undefined, new Error('late'), known, { ...known, startTime: 'never asked' }];
  const asked: number[] = [];
  const { self } = hostProcesses(silentLog, async pid => {
    asked.push(pid);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(await Promise.all([self(), self()])).toEqual([undefined, undefined]);
  expect(asked).toEqual([process.pid]);
  expect(await self()).toBeUndefined();
  expect(await self()).toEqual(known);
  expect(await self()).toEqual(known);
  expect(asked).toHaveLength(3);
});
