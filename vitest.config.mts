import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// As `test/support/extent.ts` has it, which Vite cannot load natively from here.
const isFull = process.env.TANDEM_TEST_EXTENT === 'full';

/** In each project: what a test file starts and uses is told to the reporter of `npm test`. */
const common = {
  setupFiles: ['test/support/measureFile.ts'],
  exclude: isFull ? [] : ['**/*.full.test.{ts,tsx}'],
};
/** Suites that drive real processes. */
const realProcesses = {
  ...common,
  // Only ends tests that hang: three suites share the machine, and a busy one is slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};
/** Editors of more than one file at once make each other too slow. */
const oneFile = {
  ...realProcesses,
  fileParallelism: false,
  // Windows are lent by one file to the next.
  isolate: false,
  env: { TANDEM_TEST_ALONE: '1' },
};

/** A file that wants a window in which nothing was done yet gets one that others can have after it. */
class FreshWindowsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId, project }: TestSpecification) =>
      project.name === 'editor' && readFileSync(moduleId, 'utf8').includes('isFresh: true');
    return [...sorted.filter(isFirst), ...sorted.filter(file => !isFirst(file))];
  }
}

const isShuffled = process.argv.some(argument => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    // Tests wait for processes as much as for the machine.
    maxWorkers: 2,
    ...(isShuffled ? {} : { sequence: { sequencer: FreshWindowsFirst } }),
    projects: [
      // Some of them start real programs, which a busy machine lets wait.
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // No file leaves anything in a module or in the process that another could find.
          isolate: false,
        },
      },
      // They have no state of their own in modules: each worker loads these once.
      {
        test: {
          name: 'cli',
          include: ['test/cli/**/*.test.ts'],
          ...realProcesses,
          isolate: false,
          globalSetup: 'test/support/cli/sharedStandIn.ts',
          // As patient as the tests themselves: a process may take seconds to start.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          ...realProcesses,
          // One build and one server a run, one browser a worker: see the harness.
          isolate: false,
          expect: { poll: { timeout: 20_000 } },
          globalSetup: 'test/page/harness/pageServer.ts',
          environment: './test/page/harness/browserEnvironment.ts',
        },
      },
      // The suites below run in the extension host, by mocha; `edits.full.test.ts` starts them.
      { test: { name: 'editor', include: ['test/editor/*.test.ts'], ...oneFile } },
    ],
  },
});
