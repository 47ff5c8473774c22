import type { Page } from 'playwright-core';
import type { ScriptedHost } from '../page/harness/scriptedHost';
import { bashCall, delta, endTurn, startBlock, startTurn } from '../page/harness/story';
import { startedPage } from '../support/startedPage';
import type { Benchmark } from './benchmark';
import { type ChatBed, twoFrames, withChatBed } from './chatBed';

/**
 * Layouts that scripts of the page force while a message is sent and answered. The browser's own,
 * once a frame, do not count.
 */

const turns = 20;
const warmUp = 5;
const deltas = 30;
const text = 'Some words of an answer, with `code` and **bold** text.\n\n';

export const bench: Benchmark = {
  name: 'forced layout in the page',
  run: () =>
    withChatBed(async bed => {
      const host = await bed.open();
      const { page } = bed;
      for (let turn = 0; turn < warmUp; turn += 1) {
        await send(page, host, turn);
        await answer(page, host, turn);
      }
      const answering = await traced(bed, async () => {
        for (let turn = 0; turn < turns; turn += 1) await answer(page, host, warmUp + turn);
      });
      const sending = await traced(bed, async () => {
        for (let turn = 0; turn < turns; turn += 1) await send(page, host, warmUp + turn);
      });
      return [
        {
          what: 'layouts forced by an answer',
          measured: answering.forced / turns,
          limit: 0,
          unit: '',
          detail: `${answering.own / turns} by the browser in ${deltas} deltas and a call${answering.where}`,
        },
        {
          // The message box sets the caret after its first letter and once it is empty again.
          what: 'layouts forced by a message that is typed and sent',
          measured: sending.forced / turns,
          limit: 2,
          unit: '',
          detail: `${sending.own / turns} by the browser${sending.where}`,
        },
      ];
    }),
};

async function send(page: Page, host: ScriptedHost, turn: number): Promise<void> {
  const box = page.locator(startedPage).getByRole('textbox', { name: 'Message' });
  await box.press('x');
  await box.press('Enter');
  await host.waitFor('message.send', turn + 1);
  await page.evaluate(twoFrames);
}

async function answer(page: Page, host: ScriptedHost, turn: number): Promise<void> {
  host.emit(...startTurn(`t${turn}`, `Question ${turn}`));
  await page.evaluate(twoFrames);
  host.emit(startBlock(`b${turn}`));
  for (let count = 0; count < deltas; count += 1) {
    host.emit(delta(`b${turn}`, text));
    await page.evaluate(twoFrames);
  }
  host.emit({ type: 'block.ended', blockId: `b${turn}` });
  for (const status of ['running', 'done'] as const) {
    host.emit({ type: 'tool.updated', at: 1, call: bashCall(`c${turn}`, 'npm test', status) });
    await page.evaluate(twoFrames);
  }
  host.emit(...endTurn());
  await page.evaluate(twoFrames);
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly beginData?: { readonly stackTrace?: readonly Frame[] } };
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

interface Layouts {
  readonly forced: number;
  readonly own: number;
  /** Functions that forced some. */
  readonly where: string;
}

async function traced({ browser, page }: ChatBed, work: () => Promise<void>): Promise<Layouts> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const stacks = traceEvents
    .filter(({ name, args }) => name === 'Layout' && args.beginData)
    .map(({ args }) => args.beginData?.stackTrace ?? []);
  // The driver of the browser runs scripts in the page, too.
  const { origin } = new URL(page.url());
  const forced = stacks.filter(([frame]) => frame?.url.startsWith(origin));
  const names = new Set(forced.map(stack => stack.map(frame => frame.functionName).join(' < ')));
  const where = names.size > 0 ? `; in ${[...names].slice(0, 3).join('; ')}` : '';
  return { forced: forced.length, own: stacks.length - forced.length, where };
}
