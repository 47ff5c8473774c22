import { defineConfig } from 'vitest/config';

/** Suites that drive real processes. */
const realProcesses = {
  // Once more, and said so in the report: a machine under load breaks a race now and then that
  // none of these tests is about. What fails twice is a failure.
  retry: 1,
  testTimeout: 60_000,
  hookTimeout: 180_000,
};

/** They wait for processes as much as for the machine. */
const twoFiles = { ...realProcesses, maxWorkers: 2 };
/** Editors of more than one file at once make each other too slow. */
const oneFile = { ...realProcesses, fileParallelism: false };

export default defineConfig({
  test: {
    projects: [
      // Some of them start real programs, which a busy machine lets wait.
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // No file leaves anything in a module or in the process that another could find.
          isolate: false,
          maxWorkers: 2,
        },
      },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], ...twoFiles } },
      {
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          ...twoFiles,
          // One build and one server a run, one browser a worker: see the harness.
          isolate: false,
          retry: 0,
          expect: { poll: { timeout: 20_000 } },
          globalSetup: 'test/page/harness/pageServer.ts',
          environment: './test/page/harness/browserEnvironment.ts',
        },
      },
      // The suites below run in the extension host, by mocha; `edits.test.ts` starts them.
      { test: { name: 'editor', include: ['test/editor/*.test.ts'], ...oneFile } },
    ],
  },
});
