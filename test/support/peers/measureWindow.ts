import { setTimeout as delay } from 'node:timers/promises';
import { withBusyCores } from './busyCores';
import type { Order } from './pacedCliOrders';
import { type OpeningTimes, PeerWindow, type PromptTimes } from './peerWindow';
import type { Product } from './products';
import type { RoundResults, RowId } from './rows';

export interface WindowPlan {
  /** Prompts whose median counts. */
  readonly prompts: number;
  /** Includes the stream of 500 KB, which takes a minute. */
  readonly isLong: boolean;
}

interface Section {
  readonly rows: readonly RowId[];
  run(window: PeerWindow): Promise<readonly number[]>;
}

/** Milliseconds in which VS Code asks each window's extensions for what they contribute. */
const unusedMs = 5_000;
const streamed = 100;
const longStreamed = 500;
const rounds = 500;

/** Measures all rows that need a window, in two windows of their own. */
export async function measureWindow(
  product: Product,
  extension: string,
  plan: WindowPlan,
): Promise<RoundResults> {
  return {
    ...(await inWindow(product, extension, sectionsOf(plan))),
    // Streams before it would count in what it adds.
    ...(await inWindow(product, extension, reopenedAndManyCalls)),
  };
}

async function inWindow(
  product: Product,
  extension: string,
  sections: readonly Section[],
): Promise<RoundResults> {
  const results: RoundResults = {};
  let at = 0;
  try {
    const window = await PeerWindow.open(product, extension);
    try {
      for (const { rows, run } of sections) {
        const values = await run(window);
        for (const [index, row] of rows.entries()) results[row] = values[index] ?? Number.NaN;
        at += 1;
      }
    } finally {
      await window.close();
    }
  } catch (error) {
    // Whatever the window shows now, nothing after it would be comparable. The other products go on.
    const notRun = reasonOf(error);
    for (const row of sections.slice(at).flatMap(({ rows }) => rows)) results[row] = { notRun };
  }
  return results;
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return (words.split('\n')[0] ?? '').replaceAll('|', '/');
}

function sectionsOf({ prompts, isLong }: WindowPlan): readonly Section[] {
  const many = (order: Order, count: number) => (window: PeerWindow) =>
    repeat(window, order, count);
  const [answer, later] = [many('answer', prompts), many('later', prompts)];
  // Prompts of a busy machine take longer, and are told apart by more than a few milliseconds.
  const half = Math.ceil(prompts / 2);
  const [busyAnswer, busyLater] = [many('answer', half), many('later', half)];
  let first = Number.NaN;
  return [
    {
      rows: ['unusedHost', 'unusedRss', 'windowStart', 'firstUse', 'boxTime', 'openingTime'],
      run: async window => {
        await delay(unusedMs);
        await window.settle();
        const before = await window.spent();
        const { hostRss } = await window.hostMemory();
        const { cpu, box, started } = await opening(window);
        return [before.host, hostRss, before.host + cpu, cpu, box, started];
      },
    },
    {
      rows: ['idleHostHeap', 'idleHostRss', 'idlePageHeap', 'idleElements'],
      run: async window => {
        const { hostHeap, hostRss, pageHeap, elements } = await window.memory();
        return [hostHeap, hostRss, pageHeap, elements];
      },
    },
    {
      rows: ['firstPrompt'],
      run: async window => {
        first = (await window.prompt('answer')).total;
        return [first];
      },
    },
    {
      rows: ['enterToCli', 'deltaToPage', 'total', 'firstAgainstLater'],
      run: async window => {
        const { enterToCli, firstDeltaToPage, total } = await answer(window);
        return [enterToCli, firstDeltaToPage, total, first / total];
      },
    },
    {
      rows: ['lateDeltaToPage'],
      run: async window => [(await later(window)).firstDeltaToPage],
    },
    {
      rows: ['busyEnterToCli', 'busyTotal', 'busyLateDeltaToPage'],
      run: window =>
        withBusyCores(async () => {
          const { enterToCli, total } = await busyAnswer(window);
          return [enterToCli, total, (await busyLater(window)).firstDeltaToPage];
        }),
    },
    {
      rows: ['streamPage', 'streamHost'],
      run: window => spentOn(window, { stream: streamed }),
    },
    {
      // Apart from the row above, because counting costs the page something.
      rows: ['streamBytes', 'streamMessages', 'streamSlowFrames'],
      run: async window => {
        const counts = await window.counted(() => window.prompt({ stream: streamed }));
        const { bytes, messages, slowFrames, frames } = counts;
        return [bytes / 1_024, messages, (100 * slowFrames) / frames];
      },
    },
    ...(isLong
      ? [
          {
            rows: ['longStreamPage', 'longStreamHost'] as const,
            run: (window: PeerWindow) => spentOn(window, { stream: longStreamed }),
          },
        ]
      : []),
  ];
}

const reopenedAndManyCalls: readonly Section[] = [
  {
    rows: ['againFirstUse', 'againBoxTime', 'againOpeningTime'],
    run: async window => {
      await window.openChat();
      await window.prompt('answer');
      await window.reload();
      await delay(unusedMs);
      await window.settle();
      const { cpu, box, started } = await opening(window);
      return [cpu, box, started];
    },
  },
  {
    rows: ['roundsPage', 'roundsHost', 'roundsElements', 'roundsPageHeap'],
    run: async window => {
      // Loads what a first prompt loads.
      await window.prompt('answer');
      const before = await window.memory();
      const spent = await spentOn(window, { rounds });
      const after = await window.memory();
      return [...spent, after.elements - before.elements, after.pageHeap - before.pageHeap];
    },
  },
];

/** Milliseconds of the host's CPU, and of time. */
async function opening(window: PeerWindow): Promise<OpeningTimes & { readonly cpu: number }> {
  const before = await window.spent();
  const times = await window.openChat();
  const after = await window.spent();
  return { cpu: after.host - before.host, ...times };
}

async function spentOn(window: PeerWindow, order: Order): Promise<number[]> {
  const before = await window.spent();
  await window.prompt(order);
  const after = await window.spent();
  return [after.page - before.page, after.host - before.host];
}

/** Returns the medians of so many prompts. */
async function repeat(window: PeerWindow, order: Order, count: number): Promise<PromptTimes> {
  const times: PromptTimes[] = [];
  for (let index = 0; index < count; index += 1) times.push(await window.prompt(order));
  const middle = (read: (one: PromptTimes) => number) =>
    times.map(read).sort((a, b) => a - b)[count >> 1] ?? Number.NaN;
  return {
    enterToCli: middle(one => one.enterToCli),
    firstDeltaToPage: middle(one => one.firstDeltaToPage),
    total: middle(one => one.total),
  };
}
