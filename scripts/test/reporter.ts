import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { type Counts, counted, watchStarts } from '../../test/support/counts';
import { type ReportLine, reportVariable, type TestReport } from './report';

type SerializedError = ReturnType<TestModule['errors']>[number];

/**
 * Writes each event immediately, so that the report of a killed vitest is as complete as possible.
 */
export default class RunReporter implements Reporter {
  private readonly file = process.env[reportVariable];
  private readonly written = new Set<string>();
  private root = process.cwd();

  onInit({ config }: Vitest): void {
    this.root = config.root;
    watchStarts();
  }

  onTestRunStart(specifications: readonly { moduleId: string }[]): void {
    const files = specifications.map(({ moduleId }) => this.nameOf(moduleId));
    this.write({ type: 'planned', files });
  }

  onTestModuleStart(module: TestModule): void {
    this.write({ type: 'started', file: this.nameOf(module.moduleId) });
  }

  onTestModuleEnd(module: TestModule): void {
    if (this.written.has(module.moduleId)) return;
    this.written.add(module.moduleId);
    const groups = [...module.children.allSuites()];
    const { counts = {}, cpuSeconds, notes, record, scene, worker } = module.meta();
    this.write({
      type: 'file',
      file: this.nameOf(module.moduleId),
      seconds: module.diagnostic().duration / 1000,
      tests: [...module.children.allTests()].flatMap(testReports),
      errors: [
        ...module.errors().map(messageOf),
        ...groups.flatMap(group =>
          group.errors().map(error => `${group.fullName}: ${messageOf(error)}`),
        ),
      ],
      counts,
      notes,
      record,
      scene,
      cpuSeconds,
      worker,
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // Vitest does not report the module's end for a crashed worker.
    for (const module of modules) this.onTestModuleEnd(module);
    this.write({ type: 'end', unhandled: unhandled.map(unhandledMessage), shared: shared() });
  }

  private nameOf(path: string): string {
    return relative(this.root, path).replaceAll('\\', '/');
  }

  private write(line: ReportLine): void {
    if (this.file) appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

/** Returns the counts without forks, which are vitest's own workers here. */
function shared(): Counts {
  const { fork: _workers, ...rest } = counted();
  return rest;
}

/** Returns the test itself, or the tests that it ran elsewhere. */
function testReports(test: TestCase): TestReport[] {
  const { innerTests = [], record, scene } = test.meta();
  const own = ownReport(test);
  if (innerTests.length === 0) return [{ ...own, record, scene }];
  const isTold = own.state === 'passed' || innerTests.some(({ state }) => state === 'failed');
  const inner = innerTests.map(one => ({
    ...one,
    name: `${test.fullName} › ${one.name}`,
    ...(one.state === 'failed' ? { record, scene } : {}),
  }));
  return isTold ? inner : [...inner, { ...own, record, scene }];
}

function ownReport(test: TestCase): TestReport {
  const { state, errors = [] } = test.result();
  const { duration = 0, flaky = false } = test.diagnostic() ?? {};
  const report = { name: test.fullName, seconds: duration / 1000, errors: errors.map(messageOf) };
  if (state === 'pending') return { ...report, state: 'failed', errors: ['It did not end.'] };
  if (flaky)
    return { ...report, state: 'failed', errors: ['It passed only when it was repeated.'] };
  return { ...report, state };
}

function messageOf({ name, message, diff }: SerializedError): string {
  const first = name && name !== 'Error' ? `${name}: ${message}` : message;
  return [first, ...differences(diff)].join('\n');
}

/** Returns the lines of a comparison that differ, since the message truncates both values. */
function differences(diff: unknown): string[] {
  return stripVTControlCharacters(typeof diff === 'string' ? diff : '')
    .split('\n')
    .filter(line => /^[-+] /.test(line));
}

function unhandledMessage(error: SerializedError): string {
  const path: unknown = error.VITEST_TEST_PATH;
  const cause = error.cause as { message?: string } | undefined;
  const where = typeof path === 'string' ? ` (while ${path} ran)` : '';
  return `${messageOf(error)}${cause?.message ? ` ${cause.message}` : ''}${where}`;
}
