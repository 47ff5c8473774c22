import { plainOutput } from '../../base/plainOutput';
import type { AddedTest } from '../agentTools/run/testFailures';
import type { TestItemShape, TestMessageShape, UriShape } from './shapes';

interface TestPlace {
  readonly uri?: UriShape | undefined;
  readonly range?: TestItemShape['range'];
}

/** Returns what agents are told of a test that the user has added. */
export function addedTest(name: string, { uri, range }: TestPlace): AddedTest {
  return {
    name: plainOutput(name),
    ...(uri?.scheme === 'file' ? { path: uri.fsPath } : {}),
    ...(uri?.scheme === 'file' && range ? { line: range.start.line + 1 } : {}),
  };
}

/** Returns the same of a message in the Test Explorer. */
export function addedTestMessage({ test, message }: TestMessageShape): AddedTest {
  const { message: told, expectedOutput, actualOutput, location } = message;
  const text = plainOutput(typeof told === 'string' ? told : told.value);
  return {
    ...addedTest(test?.label ?? 'A test', location ?? {}),
    message: text.trim().split('\n', 1)[0] ?? '',
    ...(expectedOutput === undefined ? {} : { expected: plainOutput(expectedOutput) }),
    ...(actualOutput === undefined ? {} : { actual: plainOutput(actualOutput) }),
  };
}
