import type { Page } from 'playwright-core';
import type { ConversationEvent } from '../../src/contract/events';
import type { ToolStatus } from '../../src/contract/tools';
import type { ScriptedHost } from '../page/harness/scriptedHost';
import { bashCall, delta, endTurn, startBlock, startTurn } from '../page/harness/story';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { cpuOf } from './benchPage';
import { twoFrames, withChatBed } from './chatBed';
import { median } from './pipedCpu';

/** The built page with a live conversation that grows long: elements, memory, time of its thread. */

const turns = 10_000;
/** Turns that are measured at the beginning and at the end, one after another. */
const measured = 20;
const rounds = 5;
const batch = 50;
const calls = 1_000;
const answer = `The answer in a few words.\n\n${'More of it, with **bold** words. '.repeat(6)}`;

export const bench: Benchmark = {
  name: 'long live conversations in the page',
  run: () =>
    withChatBed(async ({ page, open }) => [
      ...(await manyTurns(page, await open())),
      ...(await manyCalls(page, open)),
    ]),
};

async function manyTurns(page: Page, host: ScriptedHost): Promise<readonly BenchmarkResult[]> {
  let next = 0;
  const one = async () => {
    next += 1;
    await page.evaluate(twoFrames);
    for (const events of turnOf(next)) {
      host.emit(...events);
      await page.evaluate(twoFrames);
    }
  };
  const cost = async () => {
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      costs.push(
        await cpuOf(page, async () => {
          for (let turn = 0; turn < measured; turn += 1) await one();
        }),
      );
    }
    return median(costs) / measured;
  };
  // The first turns fill the view and warm up the compiler.
  await cost();
  const start = await cost();
  const before = await heap(page);
  const from = next;
  while (next < turns) {
    const events: ConversationEvent[] = [];
    for (let count = 0; count < batch; count += 1) {
      next += 1;
      events.push(...[...turnOf(next)].flat());
    }
    host.emit(...events);
    await page.evaluate(twoFrames);
  }
  const kept = (await heap(page)) - before;
  const end = await cost();
  const elements = await count(page);
  return [
    {
      what: `elements in the page after ${turns} turns`,
      measured: elements,
      limit: 2_000,
      unit: '',
      detail: `${await page.getByRole('article').count()} messages`,
    },
    {
      what: `heap of the page for each of ${turns} turns`,
      measured: kept / (turns - from) / 1024,
      limit: 1,
      unit: 'KB',
      detail: `of it ${(answer.length / 1024).toFixed(2)} KB are the text`,
    },
    {
      what: `a turn after ${turns} others against one of the first`,
      measured: end / start,
      limit: 1.1,
      unit: '×',
      detail: `${end.toFixed(1)} / ${start.toFixed(1)} ms of the page's thread`,
    },
  ];
}

async function manyCalls(
  page: Page,
  open: () => Promise<ScriptedHost>,
): Promise<readonly BenchmarkResult[]> {
  const cost = async (count: number) => {
    const host = await open();
    host.emit(...startTurn('calls', 'Go'));
    return cpuOf(page, async () => {
      for (let index = 0; index < count; index += 10) {
        const ids = Array.from({ length: 10 }, (_, offset) => index + offset);
        host.emit(...ids.map(id => called(id, 'running')), ...ids.map(id => called(id, 'done')));
        await page.evaluate(twoFrames);
      }
    });
  };
  await cost(calls / 10);
  const few = await cost(calls);
  const many = await cost(3 * calls);
  return [
    {
      what: `a call of ${3 * calls} in one turn against one of ${calls}`,
      measured: many / 3 / few,
      limit: 1.5,
      unit: '×',
      detail: `${((many / 3 / calls) * 1000).toFixed(0)} / ${((few / calls) * 1000).toFixed(0)} µs of the page's thread, ${await count(page)} elements`,
    },
  ];
}

function called(id: number, status: ToolStatus): ConversationEvent {
  return { type: 'tool.updated', at: 1, call: bashCall(`call${id}`, `npm test ${id}`, status) };
}

/** Yields the events of a live turn as they arrive. */
function* turnOf(turn: number): Generator<ConversationEvent[]> {
  yield startTurn(`t${turn}`, `Question ${turn}`);
  yield [startBlock(`b${turn}`), delta(`b${turn}`, answer)];
  yield [{ type: 'block.ended', blockId: `b${turn}` }, ...endTurn()];
}

function count(page: Page): Promise<number> {
  return page.evaluate(() => document.body.querySelectorAll('*').length);
}

/** Bytes after a garbage collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
