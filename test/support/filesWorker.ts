import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { filesWorkerBundle } from '../../scripts/bundles';
import { silentLog } from '../../src/base/log';
import { FileWorker, type FileWorkerOptions } from '../../src/core/edits/bulk/fileWorker';
import { systemClock } from '../../src/node/systemClock';

/** Builds the program of the worker for many files as it is packaged. */
export async function startFileWorker(
  options: Partial<FileWorkerOptions> = {},
): Promise<{ readonly worker: FileWorker; stop(): Promise<void> }> {
  const outdir = await mkdtemp(join(tmpdir(), 'files-worker-'));
  await build({ ...filesWorkerBundle, outdir, logLevel: 'error' });
  await stop();
  const worker = new FileWorker({
    program: join(outdir, 'filesWorker.js'),
    texts: {},
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  // Waiting for the worker alone would not keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  return {
    worker,
    stop: async () => {
      clearInterval(alive);
      worker.dispose();
      await rm(outdir, { recursive: true });
    },
  };
}
