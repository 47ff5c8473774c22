import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import { mostShellLines, type ShellLine } from '../../../../src/contract/shell';
import {
  type ChannelRecord,
  emptyRecord,
  type StoredShellLine,
} from '../../../../src/core/conversation/channelRecord';
import { RecordKeeper } from '../../../../src/core/conversation/recordKeeper';
import { shellBlock } from '../../../../src/core/conversation/shellBlock';
import { ShellLines } from '../../../../src/core/conversation/shellLines';
import { ShellOutput } from '../../../../src/core/conversation/shellOutput';
import type { PipedProcess } from '../../../../src/node/spawnProcess';
import { systemClock } from '../../../../src/node/systemClock';
import { runInShell } from '../../../../src/node/userShell';
import { isRunning, until } from '../../node/startScript';

const cwd = tmpdir();
const env = process.env as Record<string, string>;
const run = (command: string) => runInShell(command, { cwd, env, platform: process.platform });

let shown: Map<string, ShellLine>;
let record: ChannelRecord;
let lines: ShellLines;
let start: (command: string) => Promise<PipedProcess | undefined>;

function shell(stored: readonly StoredShellLine[] = []): ShellLines {
  const ids = { channelId: 'c' as ChannelId, sessionId: 's' as SessionId, cwd };
  const save = (next: ChannelRecord) => {
    record = next;
  };
  const storage = { save, written: async () => undefined, flush: async () => undefined };
  record = { ...emptyRecord(ids), shellLines: stored };
  return new ShellLines(new RecordKeeper(record, storage, systemClock), {
    runner: { start: ({ command }) => start(command) },
    identify: async pid => ({ pid, startTime: 'now' }),
    clock: systemClock,
    place: () => ({ cwd, addDirs: [], mode: 'default' }),
    emit: events => events.forEach(follow),
  });
}

function follow(event: ConversationEvent): void {
  if (event.type === 'shell.changed') {
    shown.set(event.line.id, event.line);
  } else if (event.type === 'shell.removed') {
    for (const id of event.ids) {
      shown.delete(id);
    }
  }
}

const only = () => [...shown.values()][0];

beforeEach(() => {
  shown = new Map();
  start = run;
  lines = shell();
});

afterEach(() => lines.dispose());

it('shows output while a line runs, and ends all that it started when it is stopped', async () => {
  await lines.run('  tail -f /dev/null & echo $!; wait  ');
  await until(() => only()?.output !== '');
  const pid = Number(only()?.output);
  expect(isRunning(pid)).toBe(true);
  await until(() => record.shellLines?.[0]?.process !== undefined);
  await lines.stop();
  await until(() => only()?.end !== undefined);
  await until(() => !isRunning(pid));
  expect(only()).toMatchObject({
    command: 'tail -f /dev/null & echo $!; wait',
    end: { by: 'stopped' },
  });
  expect(record.shellLines?.[0]?.process).toBeUndefined();
});

it('ends the shell with the window', async () => {
  await lines.run('echo $$; exec tail -f /dev/null');
  await until(() => only()?.output !== '');
  const pid = Number(only()?.output);
  lines.dispose();
  await until(() => !isRunning(pid));
  lines = shell(record.shellLines);
  lines.restore();
  expect(only()?.end).toMatchObject({ by: 'window' });
  const [line] = lines.ended;
  expect(line && shellBlock(line)).toMatchObject({
    kind: 'shell',
    text: expect.stringContaining('its output is lost'),
  });
});

it('gives lines no input, and tells how they ended', async () => {
  await lines.run('cat; echo "$TERM"; exit 7');
  await until(() => only()?.end !== undefined);
  expect(only()).toMatchObject({ output: 'dumb', end: { exitCode: 7 } });
  const [line] = lines.ended;
  expect(line && shellBlock(line)).toEqual({
    kind: 'shell',
    title: '!cat; echo "$TERM"; exit 7',
    text: '$ cat; echo "$TERM"; exit 7\n\ndumb\n(Exit code 7)',
  });
});

it('keeps the end of a long output', () => {
  const output = new ShellOutput();
  for (let count = 0; count < 20_000; count += 1) {
    output.add(`\u001b[32mline ${count}\u001b[0m`);
  }
  const { output: tail, isCut } = output.tail();
  expect(isCut).toBe(true);
  expect(tail.length).toBeLessThanOrEqual(30_000);
  expect(tail).toMatch(/^line \d+\n/);
  expect(tail.endsWith('\nline 19999')).toBe(true);
});

it('runs nothing that the user declines, that is empty, or beyond the most lines', async () => {
  start = async () => undefined;
  await expect(lines.run('ls')).rejects.toMatchObject({ code: 'shell.declined' });
  await expect(lines.run('  ')).rejects.toMatchObject({ code: 'shell.empty' });
  await expect(lines.run('x'.repeat(9_000))).rejects.toMatchObject({ code: 'shell.tooLong' });
  const ended = (id: string) => ({ id, command: 'ls', at: 0, output: '', end: { at: 1 } });
  lines = shell(Array.from({ length: mostShellLines }, (_, index) => ended(String(index))));
  start = run;
  await expect(lines.run('ls')).rejects.toMatchObject({ code: 'shell.tooMany' });
  lines.drop(['3']);
  expect(lines.ended).toHaveLength(mostShellLines - 1);
  await lines.run('true');
  const running = lines.all.at(-1)?.id ?? '';
  lines.drop([running]);
  expect(lines.all.at(-1)?.id).toBe(running);
  await until(() => shown.get(running)?.end !== undefined);
});
