import type { TestContext } from 'vitest';
import type { ExtensionTestsOutcome } from './editor/extensionTests';

/** A test that another framework ran on behalf of one of ours. */
export interface InnerTest {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly errors: readonly string[];
}

/** Reports an extension host's tests in place of the test that ran them. */
export function countInnerTests(
  { task }: TestContext,
  { results }: Pick<ExtensionTestsOutcome, 'results'>,
): void {
  if (!results) return;
  const failed = new Set(results.failures.map(({ fullTitle }) => fullTitle));
  const inner = (all: typeof results.passes, state: InnerTest['state']) =>
    all.map(({ fullTitle, duration = 0, err }) => ({
      name: fullTitle,
      state,
      seconds: duration / 1000,
      errors: state === 'failed' ? [err.stack ?? err.message ?? 'It failed.'] : [],
    }));
  task.meta.innerTests = [
    ...inner(
      results.passes.filter(({ fullTitle }) => !failed.has(fullTitle)),
      'passed',
    ),
    ...inner(results.failures, 'failed'),
    ...inner(results.pending, 'skipped'),
  ];
}
