import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { askConsent, type ConsentUi } from '../../../../src/host/terminalBridge/executeConsent';

/** Asks about code in `work.ipynb`. @returns what was shown, and how it ends */
function ask(signal = new AbortController().signal) {
  const shown: unknown[][] = [];
  const answer = new Deferred<string | undefined>();
  const ui: ConsentUi = {
    showWarningMessage: (...texts: unknown[]) => {
      shown.push(texts);
      return answer.promise;
    },
  };
  return { shown, answer, ended: askConsent(ui, 'work.ipynb', signal) };
}

it('asks in a message that leaves the keyboard to the terminal', async () => {
  const { shown, answer, ended } = ask();
  expect(shown).toEqual([
    [
      'Claude in the terminal wants to run the code in the last cell of work.ipynb. Execute it?',
      'Execute',
      'Do Not Execute',
    ],
  ]);
  answer.resolve('Execute');
  expect(await ended).toBe('given');
});

it.each([['Do Not Execute'], [undefined]])('runs nothing after the answer %s', async given => {
  const { answer, ended } = ask();
  answer.resolve(given);
  expect(await ended).toBe('declined');
});

it('waits no longer than the agent, and ignores a later answer', async () => {
  const waiting = new AbortController();
  const { answer, ended } = ask(waiting.signal);
  waiting.abort();
  expect(await ended).toBe('withdrawn');
  answer.resolve('Execute');
  const late = ask(AbortSignal.abort());
  expect(late.shown).toEqual([]);
  expect(await late.ended).toBe('withdrawn');
});
