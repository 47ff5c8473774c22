import { describe, expect, it } from 'vitest';
import {
  parseProcStat,
  parsePs,
  readProcessTable,
  readProcessTableSync,
} from '../../../src/node/processTable';
import { membersOf, taskkillArguments } from '../../../src/node/processTree';

// Recorded on Linux 6; the process name makes the format hard to parse.
const stat = (name: string, state: string) =>
  `4242 (${name}) ${state} 4200 4199 4198 34816 4242 4194304 1 0 0 0 0 0 0 0 20 0 1 0 8675309 2703360 221 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n`;

// Recorded on macOS 14 in its column layout.
const darwin = `    1     0     1 Ss   Thu Nov 19 08:01:02 2026    
  312     1   312 S    Thu Nov 19 08:01:30 2026    
 9876   312  9876 S+   Sat Nov  1 10:11:12 2026    
 9877  9876  9876 Z    Sat Nov  1 10:11:13 2026    
`;

describe('the process table', () => {
  it('is read from /proc, regardless of process names', () => {
    const expected = { pid: 4242, parent: 4200, group: 4199, session: 4198 };
    for (const name of ['node', 'a b', 'tricky) R 1 2 3', '(((', 'line\nfeed']) {
      expect(parseProcStat(stat(name, 'S'), 'boot')).toEqual({
        ...expected,
        startTime: 'boot/8675309',
      });
    }
  });

  it('has no rows for zombies and damaged lines', () => {
    expect(parseProcStat(stat('node', 'Z'), 'boot')).toBeUndefined();
    expect(parseProcStat('', 'boot')).toBeUndefined();
    expect(parseProcStat('17 (cut) S 1', 'boot')).toBeUndefined();
  });

  it('is read from ps on macOS', () => {
    expect(parsePs(darwin)).toEqual([
      { pid: 1, parent: 0, group: 1, session: 1, startTime: 'Thu Nov 19 08:01:02 2026' },
      { pid: 312, parent: 1, group: 312, session: 312, startTime: 'Thu Nov 19 08:01:30 2026' },
      { pid: 9876, parent: 312, group: 9876, session: 9876, startTime: 'Sat Nov 1 10:11:12 2026' },
    ]);
  });

  it.each(['linux', 'darwin'] as const)('lists this process on %s', async platform => {
    const me = { pid: process.pid, parent: process.ppid };
    const isMe = (row: { pid: number }) => row.pid === process.pid;
    const row = (await readProcessTable(platform)).find(isMe);
    expect(row).toMatchObject(me);
    expect(readProcessTableSync(platform).find(isMe)).toEqual(row);
  });
});

describe('the members of a process tree', () => {
  const row = (pid: number, parent: number, group = pid, session = group) => ({
    pid,
    parent,
    group,
    session,
    startTime: `t${pid}`,
  });
  const pids = (rows: { pid: number }[]) => rows.map(({ pid }) => pid).sort((a, b) => a - b);
  const strangers = [row(1, 0), row(50, 1), row(51, 50)];

  it('include descendants at any depth, listed in any order', () => {
    const rows = [...strangers, row(103, 102), row(102, 101), row(101, 100), row(100, 50)];
    expect(pids(membersOf(rows, 100, true))).toEqual([100, 101, 102, 103]);
  });

  it('include orphans of its group and session', () => {
    const rows = [...strangers, row(101, 1, 100), row(102, 1, 102, 100)];
    expect(pids(membersOf(rows, 100, false))).toEqual([101, 102]);
  });

  it('include processes seen before, unless their pid was reused', () => {
    const known = new Map([
      [200, 't200'],
      [300, 'another time'],
    ]);
    const rows = [...strangers, row(200, 1), row(201, 200), row(300, 1)];
    expect(pids(membersOf(rows, 100, false, known))).toEqual([200, 201]);
  });

  it('exclude those of an unrelated process that reuses the pid of an ended root', () => {
    const rows = [...strangers, row(100, 50), row(101, 100), row(102, 1, 100)];
    expect(membersOf(rows, 100, false)).toEqual([]);
  });
});

it('passes the tree to taskkill, with force only on request', () => {
  expect(taskkillArguments(7, false)).toEqual(['/pid', '7', '/T']);
  expect(taskkillArguments(7, true)).toEqual(['/pid', '7', '/T', '/F']);
});
