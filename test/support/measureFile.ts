// A vitest setup file that reports the starts and resource use of each test file, and keeps files of
// one worker apart.
import { afterAll, vi } from 'vitest';
import { type Counts, counted, countedSince, watchStarts } from './counts';
import { fileCpuSeconds } from './cpuTime';
import type { InnerTest } from './innerTests';

declare module 'vitest' {
  interface TaskMeta {
    counts?: Counts;
    cpuSeconds?: number;
    worker?: number;
    /** Remarks of the file that belong to no failed test. */
    notes?: readonly string[];
    /** Folder with the evidence of the failed test. */
    record?: string;
    /** Lines on what its window showed. */
    scene?: string;
    innerTests?: readonly InnerTest[];
  }
}

watchStarts();
const countsBefore = counted();
const cpuBefore = fileCpuSeconds();

// A module that is still loading at the end of its file fails for the worker's later files, too.
afterAll(() => vi.dynamicImportSettled());

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern before the group
afterAll(({}, { file }) => {
  file.meta.counts = countedSince(countsBefore);
  file.meta.worker = process.pid;
  const cpu = fileCpuSeconds();
  if (cpu !== undefined && cpuBefore !== undefined) file.meta.cpuSeconds = cpu - cpuBefore;
});
