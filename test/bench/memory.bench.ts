import { build } from '../../scripts/bundles';
import { Chat } from '../editor/support/chat';
import { recordedPath, scriptedCliEnv, scriptedCliPath } from '../support/cli/scriptedCliOrders';
import type { DriverWindow } from '../support/editor/driverClient';
import { openTandem, type TandemWindow } from '../support/editor/tandemWindow';
import { newestRecorded } from '../support/recordings/recording';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * Memory in the real editor, with a scripted CLI that starts instantly. Measures five open
 * conversations, and over a hundred that are opened in a tab and closed, some with an answer.
 */

const conversations = 5;
/** Number of rounds; fewer give a quick estimate. */
const rounds = Number(process.env.TANDEM_BENCH_ROUNDS ?? 100);
/** Interval of the rounds in which a message is sent. */
const saidEvery = 5;
/** Rounds before the first measurement: loading and compiling on first use is not growth. */
const warmUp = 5;
/**
 * Megabytes that the last half of the rounds may add. A leaked conversation takes more than 0.1.
 */
const growth = 2;

/** Megabytes after a garbage collection; counts of all live objects. */
interface HostMemory {
  readonly heap: number;
  readonly rss: number;
}
interface PageMemory {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

export const bench: Benchmark = {
  name: 'memory of the extension host and of the page',
  async run() {
    await build({ isProduction: true });
    const tandem = await openTandem({
      settings: {
        'tandem.cli.path': scriptedCliPath,
        'tandem.cli.env': scriptedCliEnv({ frames: recordedPath(newestRecorded, 'basic') }),
        'tandem.tabs.onClose': 'stop',
        'files.hotExit': 'off',
      },
    });
    try {
      tandem.workbench.page.setDefaultTimeout(30_000);
      await tandem.workbench.showContainer();
      const driver = await tandem.editor.driver.window();
      await new Chat(tandem.workbench.chat()).phase('idle');
      return [...(await many(tandem, driver)), ...(await again(tandem, driver))];
    } finally {
      await tandem.close();
    }
  },
};

async function many(tandem: TandemWindow, driver: DriverWindow): Promise<BenchmarkResult[]> {
  const host = await hostMemory(driver);
  const page = await pageMemory(tandem);
  for (let tab = 0; tab < conversations; tab += 1) {
    await openTab(tandem, driver, true);
  }
  const hostWith = await hostMemory(driver);
  const pageWith = await pageMemory(tandem);
  await run(driver, 'workbench.action.closeAllEditors');
  return [
    {
      what: `extension host, heap of ${conversations} open conversations`,
      measured: hostWith.heap - host.heap,
      limit: 10,
      unit: 'MB',
      detail: `heap ${both(host.heap, hostWith.heap)} MB, RSS ${both(host.rss, hostWith.rss)} MB`,
    },
    {
      what: `window, heap of ${conversations} open conversations, one in sight`,
      measured: pageWith.heap - page.heap,
      limit: 25,
      unit: 'MB',
      detail: `heap ${both(page.heap, pageWith.heap)} MB, ${both(page.nodes, pageWith.nodes)} nodes`,
    },
  ];
}

async function again(tandem: TandemWindow, driver: DriverWindow): Promise<BenchmarkResult[]> {
  const repeat = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await openTab(tandem, driver, round % saidEvery === 0);
      await run(driver, 'workbench.action.closeActiveEditor');
    }
    return { host: await hostMemory(driver), page: await pageMemory(tandem) };
  };
  const first = await repeat(warmUp);
  const half = await repeat(rounds / 2);
  const whole = await repeat(rounds / 2);
  const course = (read: (one: typeof first) => number) =>
    [first, half, whole].map(one => read(one).toFixed(1)).join(' → ');
  return [
    {
      what: `extension host, growth of its heap in the last ${rounds / 2} of ${rounds} rounds`,
      measured: whole.host.heap - half.host.heap,
      limit: growth,
      unit: 'MB',
      detail: `heap ${course(({ host }) => host.heap)} MB, RSS ${course(({ host }) => host.rss)} MB`,
    },
    {
      what: `window, growth of its heap in the last ${rounds / 2} of ${rounds} rounds`,
      measured: whole.page.heap - half.page.heap,
      limit: growth,
      unit: 'MB',
      detail:
        `heap ${course(({ page }) => page.heap)} MB, nodes ${course(({ page }) => page.nodes)}, ` +
        `listeners ${course(({ page }) => page.listeners)}`,
    },
  ];
}

/** Opens a conversation in a new tab, empty or with one answer. */
async function openTab(
  { workbench }: TandemWindow,
  driver: DriverWindow,
  isSaid: boolean,
): Promise<void> {
  await run(driver, 'tandem.chat.openInTab');
  const chat = new Chat(workbench.chatTab());
  await chat.phase('idle');
  if (!isSaid) {
    return;
  }
  await chat.send('Hello');
  await chat.frame.getByRole('article', { name: 'Claude' }).first().waitFor();
  await chat.phase('idle');
}

function run(driver: DriverWindow, command: string): Promise<null> {
  return driver.evaluate(
    (vscode, id) => vscode.commands.executeCommand(id).then(() => null),
    command,
  );
}

function hostMemory(driver: DriverWindow): Promise<HostMemory> {
  return driver.evaluate(async () => {
    // These functions run in the extension host.
    require('node:v8').setFlagsFromString('--expose-gc');
    const collect = require('node:vm').runInNewContext('gc') as () => void;
    for (let pass = 0; pass < 3; pass += 1) {
      collect();
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    const { heapUsed, rss } = process.memoryUsage();
    return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 };
  });
}

/** Measures the workbench's process, in which the webview pages live as well. */
async function pageMemory({ workbench }: TandemWindow): Promise<PageMemory> {
  const session = await workbench.page.context().newCDPSession(workbench.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heap: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

function both(before: number, after: number): string {
  return `${before.toFixed(0)} → ${after.toFixed(0)}`;
}
