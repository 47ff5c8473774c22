import { defineConfig } from 'vitest/config';

// As `test/support/extent.ts` has it, which Vite cannot load natively from here.
const isFull = process.env.TANDEM_TEST_EXTENT === 'full';

/** In each project: what a test file starts and uses is told to the reporter of `npm test`. */
const common = {
  setupFiles: ['test/support/measureFile.ts'],
  exclude: isFull ? [] : ['**/*.full.test.{ts,tsx}'],
};
/** Suites that drive real processes. */
const realProcesses = { ...common, testTimeout: 60_000, hookTimeout: 180_000 };
/** They wait for processes as much as for the machine. */
const twoFiles = { ...realProcesses, maxWorkers: 2 };
/** Editors of more than one file at once make each other too slow. */
const oneFile = {
  ...realProcesses,
  fileParallelism: false,
  // Windows are lent by one file to the next.
  isolate: false,
  env: { TANDEM_TEST_ALONE: '1' },
};

export default defineConfig({
  test: {
    projects: [
      // Some of them start real programs, which a busy machine lets wait.
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      // They have no state of their own in modules: each worker loads these once.
      {
        test: { name: 'cli', include: ['test/cli/**/*.test.ts'], ...twoFiles, isolate: false },
      },
      { test: { name: 'page', include: ['test/page/**/*.test.ts'], ...twoFiles } },
      // The suites below run in the extension host, by mocha; `edits.test.ts` starts them.
      { test: { name: 'editor', include: ['test/editor/*.test.ts'], ...oneFile } },
    ],
  },
});
