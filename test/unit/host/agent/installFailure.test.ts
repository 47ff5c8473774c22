import { expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { withReason } from '../../../../src/host/agent/installFailure';

test('a failed install ends with the last line of the output, and keeps its code', () => {
  const detail = 'npm http fetch\nnpm error network is down\n\n';
  const error = new UserError('install.failed', 'npm failed.', { detail });
  expect(() => withReason(error)).toThrow(
    expect.objectContaining({
      code: 'install.failed',
      message: 'npm failed. npm error network is down',
      cause: error,
    }),
  );
});

test.each([
  ['of the user without output', new UserError('install.failed', 'npm failed.', { detail: '\n' })],
  ['of another kind', new Error('EACCES')],
])('an error %s stays as it is', (_, error) => {
  expect(() => withReason(error)).toThrow(error);
});
