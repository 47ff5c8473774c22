import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { silentLog } from '../../src/base/log';
import type { MentionItem, MentionList } from '../../src/contract/mentions';
import { PathFinder } from '../../src/core/pathIndex/pathFinder';
import { launchBrowser } from '../support/browser';
import { openComponentPage } from '../support/componentPage';
import type {} from '../support/pages/messageBoxBench';
import { themes } from '../support/themes';
import { FakeClock } from '../unit/node/fakeClock';

const root = join(import.meta.dirname, '..', '..');

export interface PaintedList {
  /** Milliseconds from each key to its painted list, and of them until the worker's answer. */
  readonly painted: readonly number[];
  readonly answered: readonly number[];
  /** Milliseconds of CPU time of the longest task of the page's main thread. */
  readonly longest: number;
}

/** Types words after an `@` into the message box, over the index in its worker thread. */
export async function paintList(
  files: readonly string[],
  words: readonly string[],
): Promise<PaintedList> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const finder = await finderOf(folder, files);
  const browser = await launchBrowser();
  try {
    const styles = ['base', 'composer', 'controls', 'suggestions'];
    const { page, setTheme } = await openComponentPage(browser, 'messageBoxBench.tsx', styles);
    await setTheme(themes.dark);
    const answered: number[] = [];
    await page.exposeFunction('findMentions', async ({ query }: { query: string }) => {
      const start = performance.now();
      const { found } = await finder.find(folder, query, {}, 60);
      answered.push(performance.now() - start);
      const items = found.slice(0, 50).map(({ path }) => itemOf(path));
      return { items, isPartial: false } satisfies MentionList;
    });
    await page.evaluate(() => {
      window.messageBox.loadLists();
      window.messageBox.show('composer', '');
    });
    await page.locator('.message-input.rich').click();
    // The first list loads the index.
    await type(page, words.slice(0, 1));
    answered.length = 0;
    const { painted, longest } = await traced(browser, page, () => type(page, words));
    return { painted, answered, longest };
  } finally {
    finder.dispose();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the worker on a repository that has the files in its index only. */
async function finderOf(folder: string, files: readonly string[]): Promise<PathFinder> {
  const program = join(folder, 'worker.cjs');
  await build({
    ...{ entryPoints: [join(root, 'src/core/pathIndex/worker.ts')], outfile: program },
    ...{ bundle: true, minify: true, platform: 'node', format: 'cjs' },
  });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: folder, input: '' });
  const input = files.map(file => `100644 ${String(blob).trim()}\t${file}\n`).join('');
  execFileSync('git', ['update-index', '--index-info'], { cwd: folder, input });
  const ripgrep = async () => undefined;
  return new PathFinder({ program, ripgrep, clock: new FakeClock(), log: silentLog });
}

function itemOf(path: string): MentionItem {
  const at = path.lastIndexOf('/', path.length - 2) + 1;
  const label = path.slice(at);
  const target = { kind: 'file', path } as const;
  const mention = { token: `@${path}`, label, target };
  return { mention, icon: 'file', detail: path.slice(0, at - 1), matches: [0, 1] };
}

/** @returns milliseconds from each key to its painted list */
async function type(page: Page, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const word of words) {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    for (const key of `@${word}`) {
      await page.evaluate(() => window.messageBox.arm('list'));
      await page.keyboard.press(key);
      times.push(await page.evaluate(() => window.messageBox.painted()));
    }
  }
  return times;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

async function traced(browser: Browser, page: Page, work: () => Promise<number[]>) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  const painted = await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.flatMap(({ pid, tid, tdur, name }) =>
    name.includes('RunTask') && threads.has(`${pid}/${tid}`) && tdur !== undefined ? [tdur] : [],
  );
  if (tasks.length < painted.length) {
    throw new Error(`Only ${tasks.length} tasks of the page were recorded.`);
  }
  return { painted, longest: Math.max(...tasks) / 1_000 };
}
