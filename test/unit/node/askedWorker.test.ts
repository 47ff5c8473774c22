import { afterAll, afterEach, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log';
import { AskedWorker } from '../../../src/node/askedWorker';
import { FakeClock } from './fakeClock';

interface Reply {
  readonly id: number;
  readonly text: string;
}

/** Answers with its thread's number, holds an answer back, or ends without one. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads');
  const held = [];
  parentPort.on('message', ({ id, wants }) => {
    if (wants === 'exit') process.exit(3);
    if (wants === 'failure') throw new Error('Out of order');
    if (wants === 'nothing') held.push(id);
    else for (const one of [...held.splice(0), id]) {
      parentPort.postMessage({ id: one, text: 'thread ' + threadId });
    }
  });
`;
const idleTime = 1_000;

const workers: AskedWorker<Reply>[] = [];
// Waiting for a worker alone would not keep a process alive.
const alive = setInterval(() => undefined, 60_000);
afterAll(() => clearInterval(alive));
afterEach(() => {
  for (const worker of workers.splice(0)) {
    worker.dispose();
  }
});

function start() {
  const clock = new FakeClock();
  const warnings: string[] = [];
  let ends = 0;
  const worker = new AskedWorker<Reply>({
    ...{ name: 'The work', program, worker: { eval: true }, idleTime, clock },
    log: { ...silentLog, warn: text => warnings.push(text) },
    answered: ({ id }) => id,
    onEnd: () => {
      ends += 1;
    },
  });
  workers.push(worker);
  const ask = async (wants: string) => (await worker.ask({ wants })).text;
  return { worker, clock, warnings, ask, ends: () => ends };
}

it.each([
  ['exit', 'The work has ended: exit code 3'],
  ['failure', 'The work has ended: Out of order'],
])(
  'a worker that ends by %s answers none that wait, and the next question starts another',
  async (wants, reason) => {
    const { ask, warnings, ends } = start();
    const first = await ask('thread');
    const held = ask('nothing');
    await expect(ask(wants)).rejects.toThrow(reason);
    await expect(held).rejects.toThrow(reason);
    expect([warnings, ends()]).toEqual([[reason], 1]);
    expect(await ask('thread')).not.toBe(first);
  },
);

it('a question that is no longer waited for is answered to nobody', async () => {
  const { worker, ask } = start();
  const stop = new AbortController();
  const waiting = worker.ask({ wants: 'nothing' }, stop.signal);
  stop.abort(new Error('Enough'));
  await expect(waiting).rejects.toThrow('Enough');
  expect(await ask('thread')).toMatch(/^thread \d+$/);
  await expect(worker.ask({ wants: 'thread' }, stop.signal)).rejects.toThrow('Enough');
});

it('a worker that nobody asks ends, and not while somebody waits', async () => {
  const { clock, ask, warnings, ends } = start();
  const first = await ask('thread');
  const held = ask('nothing');
  clock.advance(idleTime);
  expect(ends()).toBe(0);
  expect([await ask('thread'), await held]).toEqual([first, first]);
  clock.advance(idleTime);
  expect([ends(), warnings]).toEqual([1, []]);
  expect(await ask('thread')).not.toBe(first);
});

it('a question that cannot be posted fails, and the worker still ends when it is idle', async () => {
  const { worker, clock, ask, ends } = start();
  await ask('thread');
  // Functions cannot be copied to another thread.
  await expect(worker.ask({ wants: () => 'thread' })).rejects.toThrow('could not be cloned');
  clock.advance(idleTime);
  expect(ends()).toBe(1);
});

it('whoever waits when it is disposed of gets an error, and so does whoever asks later', async () => {
  const { worker, ask, ends } = start();
  const held = ask('nothing');
  worker.dispose();
  await expect(held).rejects.toThrow('The work was closed.');
  await expect(ask('thread')).rejects.toThrow('The work was closed.');
  expect(ends()).toBe(1);
});
