import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport, reportVariable } from './report';
import { binOf, type Run, type StepOptions } from './run';
import { judgeSuite, type SuiteOutcome } from './suite';

export interface SuiteRequest {
  readonly suite: string;
  /** Folder of the vitest configuration. */
  readonly root: string;
  /** Folder for reports and for the evidence of failed tests. */
  readonly results: string;
  /** Substrings of the paths of test files; empty for all files. */
  readonly files?: readonly string[];
  /** Options passed on to vitest. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isPick?: boolean;
  /** Handling of vitest's output; see `StepOptions`. */
  readonly stdio?: StepOptions['stdio'];
  readonly share?: StepOptions['share'];
}

const vitest = binOf('vitest');
const reporter = join(__dirname, 'reporter.ts');

/** Runs one suite in a separate vitest process. */
export async function runSuite(run: Run, request: SuiteRequest): Promise<SuiteOutcome> {
  const { suite, root, results, files = [], options = [], isPick = false } = request;
  const report = join(results, `${suite}.jsonl`);
  await mkdir(results, { recursive: true });
  await rm(report, { force: true });
  const started = performance.now();
  const end = await run.step(
    [
      ...[vitest, 'run', '--project', suite, '--reporter=default', `--reporter=${reporter}`],
      ...options,
      ...files,
    ],
    {
      cwd: root,
      env: { ...request.env, [reportVariable]: report, TANDEM_TEST_RESULTS: join(results, suite) },
      ...(request.stdio ? { stdio: request.stdio } : {}),
      ...(request.share ? { share: request.share } : {}),
    },
  );
  const text = await readFile(report, 'utf8').catch(() => '');
  return judgeSuite({
    suite,
    lines: readReport(text),
    end,
    seconds: (performance.now() - started) / 1000,
    isPick,
  });
}
