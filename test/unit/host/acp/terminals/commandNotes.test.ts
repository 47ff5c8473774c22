import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { CommandNotes } from '../../../../../src/host/acp/terminals/commandNotes';
import type { PipedProcess } from '../../../../../src/node/spawnProcess';
import { isRunning, startScript, until } from '../../../node/startScript';

let folder: string;
const started: PipedProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-notes-'));
});
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.dispose();
  }
  await rm(folder, { recursive: true, force: true });
});

async function sleeper(): Promise<PipedProcess> {
  const process = await startScript('setInterval(() => 0, 1000)');
  started.push(process);
  return process;
}

const notesOf = (windowPid?: number) =>
  new CommandNotes(folder, process.platform, silentLog, windowPid);

/** Notes a command, and waits for the file. */
async function note(notes: CommandNotes, command: PipedProcess): Promise<() => Promise<void>> {
  const remove = notes.add(command);
  await expect.poll(() => readdir(folder)).toContain(`${command.pid}.json`);
  return remove;
}

it('ends the commands of a window that is gone, and those of no other', async () => {
  const [window, left, own] = [await sleeper(), await sleeper(), await sleeper()];
  await note(notesOf(window.pid), left);
  await note(notesOf(), own);
  window.dispose();
  await window.exited;
  await notesOf().endLeft();
  await until(() => !isRunning(left.pid));
  expect(isRunning(own.pid)).toBe(true);
  expect(await readdir(folder)).toEqual([`${own.pid}.json`]);
});

it('a note goes with its command, and a broken one is removed', async () => {
  const remove = await note(notesOf(), await sleeper());
  await remove();
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, '1.json'), '{"window":');
  await notesOf().endLeft();
  expect(await readdir(folder)).toEqual([]);
  await expect(new CommandNotes(join(folder, 'none'), 'linux', silentLog).endLeft()).resolves.toBe(
    undefined,
  );
});
