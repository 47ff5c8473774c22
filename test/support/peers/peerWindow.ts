import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, ConsoleMessage, Frame, Locator } from 'playwright-core';
import { type IsolatedHome, isolatedHome } from '../cli/isolatedHome';
import { sampleWorkspace } from '../demo/tour';
import type { DriverWindow } from '../editor/driverClient';
import { type EditorHost, startEditor } from '../editor/host';
import { sharedBrowser } from '../editor/sharedBrowser';
import { Workbench } from '../editor/workbench';
import { type Order, PacedCli, pacedCliPath, promptOf } from './pacedCliOrders';
import type { Product } from './products';

/** Counts of a page while it received something. */
export interface PageCounts {
  readonly messages: number;
  /** Size of the messages as JSON. */
  readonly bytes: number;
  readonly frames: number;
  /** Frames that came more than 25 ms after the one before. */
  readonly slowFrames: number;
}

/** `peerRecorder` of `pageRecorder.js`. */
interface Recorder {
  seen(marker: string): Promise<{ entered: number; shown: number }>;
  startCounting(): void;
  stopCounting(): PageCounts;
  elements(): number;
}

/** Milliseconds of CPU since the start of the processes. */
export interface Spent {
  /** The extension host with all its threads. */
  readonly host: number;
  /** The main thread of the window, in which the page lives as well. */
  readonly page: number;
}

/** Megabytes after a garbage collection. */
interface HostMemory {
  readonly hostHeap: number;
  readonly hostRss: number;
}

export interface WindowMemory extends HostMemory {
  readonly pageHeap: number;
  readonly elements: number;
}

/** Milliseconds from the command that opens the chat. */
export interface OpeningTimes {
  /** Until a text box takes text. */
  readonly box: number;
  /** Until the page sends what it takes. */
  readonly started: number;
}

/** Milliseconds of one prompt. */
export interface PromptTimes {
  readonly enterToCli: number;
  readonly firstDeltaToPage: number;
  readonly total: number;
}

const recorderFile = join(__dirname, 'pageRecorder.js');
const waitMs = 300_000;
const glanceMs = 150;
/** Tandem keeps compiled code 20 s after its start. */
const keptMs = 25_000;
/** CPU ms of host and page in one glance below which the window does nothing; two of them count. */
const quiet = 25;
const glances = 200;

/** A window of VS Code with one of the compared extensions, and a CLI that obeys orders. */
export class PeerWindow {
  private lastNumber = 0;
  private frame: Frame | undefined;
  private driver: DriverWindow;

  private constructor(
    private readonly product: Product,
    private readonly parts: {
      readonly folder: string;
      readonly home: IsolatedHome;
      readonly editor: EditorHost;
      readonly workbench: Workbench;
      readonly session: CDPSession;
      readonly cli: PacedCli;
    },
    driver: DriverWindow,
  ) {
    this.driver = driver;
  }

  /** @param extension folder of the built extension */
  static async open(product: Product, extension: string): Promise<PeerWindow> {
    const home = await isolatedHome();
    const cli = await PacedCli.create(home.root);
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-peer-')));
    const workspace = join(folder, 'todo-cli');
    await cp(sampleWorkspace, workspace, { recursive: true });
    const editor = await startEditor({
      ...{ workspace, extension: { folder: extension }, builtIns: 'few' },
      settings: product.settings(pacedCliPath),
      env: { ...home.cliEnv, HOME: home.home, SHELL: '/bin/sh', ...cli.env },
    });
    try {
      const workbench = await Workbench.open(await sharedBrowser(), editor.url);
      workbench.page.setDefaultTimeout(waitMs);
      const { firstBox, input } = product;
      await workbench.page.addInitScript(reportShown, { box: firstBox ?? input, input });
      const driver = await editor.driver.window();
      const session = await workbench.page.context().newCDPSession(workbench.page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const parts = { folder, home, editor, workbench, session, cli };
      return new PeerWindow(product, parts, driver);
    } catch (error) {
      // A server that runs on keeps the measuring process from ending.
      await editor.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { folder, home, editor, workbench } = this.parts;
    await workbench.close();
    await editor.stop();
    await home.dispose();
    await rm(folder, { recursive: true, force: true });
  }

  /** Shows the view; resolves when nothing more happens. */
  async openChat(): Promise<OpeningTimes> {
    const began = Date.now();
    const { page } = this.parts.workbench;
    const shown = async (what: 'box' | 'input') => {
      const begin = `shown ${what} `;
      const predicate = (message: ConsoleMessage) => message.text().startsWith(begin);
      const message = await page.waitForEvent('console', predicate);
      return Number(message.text().slice(begin.length)) - began;
    };
    const [box, started] = await Promise.all([
      shown('box'),
      shown('input'),
      this.execute(`${this.product.view}.focus`),
    ]);
    await this.settle();
    const body = await this.document().locator('body').elementHandle();
    const frame = await body?.ownerFrame();
    if (!frame) throw new Error(`The page of ${this.product.title} has gone`);
    await frame.evaluate(await readFile(recorderFile, 'utf8'));
    this.frame = frame;
    return { box, started };
  }

  /** Reloads the window, which shows no chat then, once the extension has kept what it keeps. */
  async reload(): Promise<void> {
    const { editor, workbench } = this.parts;
    await delay(keptMs);
    await this.execute('workbench.view.explorer');
    const { pid } = this.driver;
    await workbench.reload();
    this.driver = await editor.driver.window({ exceptPid: pid });
    this.frame = undefined;
  }

  /** Sends a prompt and resolves when its answer has begun to show and the turn is over. */
  async prompt(order: Order): Promise<PromptTimes> {
    const number = ++this.lastNumber;
    const isShort = typeof order === 'string';
    await this.input().focus();
    const { page } = this.parts.workbench;
    await page.keyboard.insertText(promptOf(order, number));
    await this.settle();
    const seen = this.record(
      (recorder, marker) => recorder.seen(marker),
      isShort ? `zebra${number}` : `zebra${number}end`,
    );
    await page.keyboard.press('Enter');
    const { entered, shown } = await within(seen, `Answer ${number} of ${this.product.title}`);
    const turn = await this.turnOf(number);
    const first = turn.first ?? turn.ended;
    if (isShort && !(entered <= turn.received && first <= shown)) {
      throw new Error(`Times in no order: ${JSON.stringify({ entered, ...turn, shown })}`);
    }
    await this.settle();
    return {
      enterToCli: turn.received - entered,
      firstDeltaToPage: shown - first,
      total: shown - entered,
    };
  }

  /** Returns the counts of the page for a task. */
  async counted(task: () => Promise<unknown>): Promise<PageCounts> {
    await this.record(recorder => recorder.startCounting());
    await task();
    return this.record(recorder => recorder.stopCounting());
  }

  async spent(): Promise<Spent> {
    const { session } = this.parts;
    const host = await this.driver.evaluate(() => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    });
    const { metrics } = await session.send('Performance.getMetrics');
    const page = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    return { host, page };
  }

  /** Resolves when host and page do nothing any more. */
  async settle(): Promise<void> {
    let before = await this.spent();
    for (let glance = 0, still = 0; glance < glances && still < 2; glance += 1) {
      await delay(glanceMs);
      const now = await this.spent();
      const isStill = now.host - before.host + now.page - before.page < quiet;
      still = isStill ? still + 1 : 0;
      before = now;
    }
  }

  /** Collects garbage first. */
  hostMemory(): Promise<HostMemory> {
    return this.driver.evaluate(async () => {
      require('node:v8').setFlagsFromString('--expose-gc');
      const collect = require('node:vm').runInNewContext('gc') as () => void;
      for (let pass = 0; pass < 3; pass += 1) {
        collect();
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      const { heapUsed, rss } = process.memoryUsage();
      return { hostHeap: heapUsed / 2 ** 20, hostRss: rss / 2 ** 20 };
    });
  }

  async memory(): Promise<WindowMemory> {
    const { session } = this.parts;
    const host = await this.hostMemory();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const elements = await this.record(recorder => recorder.elements());
    return { ...host, pageHeap: usedSize / 2 ** 20, elements };
  }

  private async execute(command: string): Promise<void> {
    await this.driver.evaluate(
      (vscode, id) => vscode.commands.executeCommand(id).then(() => null),
      command,
    );
  }

  private async turnOf(number: number) {
    const until = Date.now() + waitMs;
    for (;;) {
      const turn = await this.parts.cli.turn(number);
      if (turn) return turn;
      if (Date.now() > until) throw new Error(`The CLI has not ended turn ${number}`);
      await delay(glanceMs);
    }
  }

  private record<Result, Args extends unknown[]>(
    ask: (recorder: Recorder, ...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    if (!this.frame) throw new Error('The chat is not open');
    const source = `(${ask})(peerRecorder, ...${JSON.stringify(args)})`;
    return this.frame.evaluate(source) as Promise<Result>;
  }

  private document() {
    return this.parts.workbench.page
      .locator(`iframe[src*="extensionId=${this.product.extensionId}" i]`)
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  private input(): Locator {
    return this.document().locator(this.product.input).first();
  }
}

/**
 * Runs in each frame, and writes the machine's time at which a text box is first shown into the
 * console. Looking from outside would be up to half a second late. It ends soon, because looking on
 * would be counted as work of the page.
 */
function reportShown(selectors: Readonly<Record<'box' | 'input', string>>): void {
  if (window === window.top) return;
  const until = performance.now() + 10_000;
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const [what, selector] of Object.entries(selectors)) {
      const box = seen.has(what) ? null : document.querySelector<HTMLElement>(selector);
      if (box?.offsetParent) {
        seen.add(what);
        console.log(`shown ${what} ${Date.now()}`);
      }
    }
    if (seen.has('input') || performance.now() > until) {
      clearInterval(timer);
    }
  }, 4);
}

async function within<T>(task: Promise<T>, what: string): Promise<T> {
  const ended = new AbortController();
  const late = delay(waitMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${what} did not come within ${waitMs / 1_000} s`);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}
