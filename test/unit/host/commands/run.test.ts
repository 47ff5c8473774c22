import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import type { CommandTable } from '../../../../src/host/commands/command';
import { type FailureUi, runCommand } from '../../../../src/host/commands/run';
import type { CommandId } from '../../../../src/host/contributed';

/** Runs one command, and records what the user and the log get. */
function bed(
  run: (...args: unknown[]) => unknown,
  answer?: PromiseLike<string | undefined>,
  id: CommandId = 'tandem.chat.send',
) {
  const logged: unknown[][] = [];
  const shown: string[] = [];
  const log = {
    warn: (...line: unknown[]) => void logged.push(['warn', ...line]),
    error: (...line: unknown[]) => void logged.push(['error', ...line]),
  };
  const ui: FailureUi = {
    log,
    showLog: () => void shown.push('the log'),
    signIn: () => void shown.push('the sign-in'),
    showWarning: message => void shown.push(message),
    showError: (message, action) => {
      shown.push(`${message} [${action}]`);
      return answer ?? Promise.resolve(undefined);
    },
  };
  const commands: Partial<CommandTable> = { [id]: run };
  const done = (...args: unknown[]) =>
    runCommand(async () => commands as CommandTable, ui, id, args);
  return { logged, shown, done };
}

const failing = (error: unknown) => () => Promise.reject(error);

test('a command gets its arguments, and its caller the result', async () => {
  const { done, logged, shown } = bed((...args) => ({ args }));
  expect(await done('text', 2)).toEqual({ args: ['text', 2] });
  expect([...logged, ...shown]).toEqual([]);
});

test('an expected condition is shown as a warning, and logged without a stack', async () => {
  const { done, logged, shown } = bed(
    failing(new UserError('conversation.busy', 'The agent is at work.')),
  );
  expect(await done()).toBeUndefined();
  expect(shown).toEqual(['The agent is at work.']);
  expect(logged).toEqual([['warn', 'tandem.chat.send: The agent is at work.', {}]]);
});

test('a failure with a cause or details offers the log', async () => {
  const cause = { cause: new Error('EACCES') };
  const failed = bed(failing(new UserError('file.unwritable', 'It failed.', cause)));
  await failed.done();
  expect(failed.shown).toEqual(['It failed. [Show Log]']);
  const detailed = bed(failing(new UserError('process.ended', 'It ended.', { detail: 'stderr' })));
  await detailed.done();
  expect(detailed.shown).toEqual(['It ended. [Show Log]']);
});

test('any other error is shown under the name of the extension, and logged with its stack', async () => {
  const error = new TypeError('x is not a function');
  const { done, logged, shown } = bed(failing(error));
  expect(await done()).toBeUndefined();
  expect(shown).toEqual(['Tandem: x is not a function [Show Log]']);
  expect(logged).toEqual([
    ['error', 'tandem.chat.send: x is not a function', { stack: error.stack }],
  ]);
});

test('a thrown text, and an error thrown at once, are reported like a rejection', async () => {
  const { done, logged, shown } = bed(() => {
    throw 'out of order';
  });
  expect(await done()).toBeUndefined();
  expect(shown).toEqual(['Tandem: out of order [Show Log]']);
  expect(logged).toEqual([['error', 'tandem.chat.send: out of order', {}]]);
});

test('a message cannot contain a link, several lines, or more than 1,000 characters', async () => {
  const link = bed(failing(new UserError('link.bad', 'See\n[this](command:run)')));
  await link.done();
  expect(link.shown).toEqual(['See [this] (command:run)']);
  const long = bed(failing(new UserError('link.bad', 'a'.repeat(2_000))));
  await long.done();
  expect(long.shown).toEqual([`${'a'.repeat(999)}…`]);
});

test('the caller does not wait for the message, whose button opens the log', async () => {
  const answer = new Deferred<string | undefined>();
  const { done, shown } = bed(failing(new Error('broken')), answer.promise);
  await done();
  expect(shown).toEqual(['Tandem: broken [Show Log]']);
  answer.resolve('Show Log');
  await answer.promise;
  expect(shown.at(-1)).toBe('the log');
});

test('where nobody is signed in, the button signs in', async () => {
  const answer = new Deferred<string | undefined>();
  const { done, shown } = bed(
    failing(new UserError('run.signIn', 'Not signed in.')),
    answer.promise,
  );
  await done();
  answer.resolve('Sign In');
  await answer.promise;
  expect(shown).toEqual(['Not signed in. [Sign In]', 'the sign-in']);
});

test('the log stays closed if the message is dismissed', async () => {
  const answer = new Deferred<string | undefined>();
  const { done, shown } = bed(failing(new Error('broken')), answer.promise);
  await done();
  answer.resolve(undefined);
  await answer.promise;
  expect(shown).toEqual(['Tandem: broken [Show Log]']);
});

test.each([
  ['a row', [undefined]],
  ['a row that had the focus', [null, undefined]],
  ['a row without a selection', [undefined, undefined]],
  ['one of several rows', [{ kind: 'session' }, [{ kind: 'session' }, undefined]]],
])('a row command does nothing if VS Code no longer knows %s', async (_, args) => {
  const runs: unknown[][] = [];
  const { done, shown } = bed((...all) => runs.push(all), undefined, 'tandem.changes.undoFile');
  await done(...args);
  expect(runs).toEqual([]);
  expect(shown).toEqual(['The list has just changed. Choose the row again.']);
});

test('a row command runs with its row, and without arguments from a key or the palette', async () => {
  const runs: unknown[][] = [];
  const { done, shown } = bed((...all) => runs.push(all), undefined, 'tandem.changes.undoFile');
  const row = { kind: 'file' };
  await done();
  await done(row, undefined);
  await done(row, [row]);
  expect(runs).toEqual([[], [row, undefined], [row, [row]]]);
  expect(shown).toEqual([]);
});

test('a command that has no row runs although a title menu passes no focused row', async () => {
  const runs: unknown[][] = [];
  const { done } = bed((...all) => runs.push(all), undefined, 'tandem.changes.keepAll');
  await done(null, undefined);
  expect(runs).toEqual([[null, undefined]]);
});
