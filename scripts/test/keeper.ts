// Runs in a separate session in parallel with a test run. Its stdin is a pipe that closes when the
// run ends, even by SIGKILL; then the keeper ends all orphaned processes of the run.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CpuGroup, groupsOf } from './cpuGroup';
import { killAll } from './processes';

/** A line from the run: its folder first, then each process that it starts or sees end. */
export type KeeperLine = { folder: string } | { started: number } | { ended: number } | 'done';

const roots = new Set<number>();
let folder: string | undefined;
let isDone = false;

createInterface({ input: process.stdin })
  .on('line', text => {
    const line = JSON.parse(text) as KeeperLine;
    if (line === 'done') isDone = true;
    else if ('folder' in line) folder = line.folder;
    else if ('started' in line) roots.add(line.started);
    else roots.delete(line.ended);
  })
  .on('close', () => {
    if (!isDone && folder !== undefined) void endLeftovers(folder);
  });

async function endLeftovers(left: string): Promise<void> {
  const groups = groupsOf(left);
  await killAll({ roots, folder: left, groups });
  await CpuGroup.removeAll(groups);
  await rm(left, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
