import type { Page } from 'playwright-core';
import type { CallRow } from '../../src/contract/inspector/callRows';
import { pageOfView } from '../page/harness/rowsOfView';
import { rowInFlight, sampleRow, sampleRows } from '../page/harness/sampleCalls';
import { overviewOf } from '../page/harness/sampleOverview';
import { recordingOn } from '../page/harness/scriptedInspector';
import { launchBrowser } from '../support/browser';
import { openComponentPage } from '../support/componentPage';
import type {} from '../support/pages/inspectorBench';
import { themes } from '../support/themes';
import type { Benchmark } from './benchmark';
import { cpuOf, median } from './benchPage';

/**
 * The inspector's page in CPU time of its main thread: opening with many calls, and following a
 * stream. The host's answers are made in Node and cost the page only their reading.
 */

const few = 50;
const many = 5_000;
const rounds = 15;
/** Updates in a second, and seconds of the stream. */
const perSecond = 4;
const seconds = 12;

const styles = [
  ...['base', 'controls', 'marks', 'highlight', 'code', 'diff', 'chart', 'inspector/frame'],
  'inspector/calls',
];

export const bench: Benchmark = {
  name: 'the inspector',
  async run() {
    const rows = new Map<string, CallRow[]>([
      ['few', sampleRows(few)],
      ['many', sampleRows(many)],
    ]);
    const answers: Record<string, (subject: string, params: never) => unknown> = {
      'inspector.rows': (subject, params) => pageOfView(rows.get(subject) ?? [], params),
      'inspector.overview': subject => overviewOf(rows.get(subject)?.slice(-600) ?? []),
      'inspector.recording': () => recordingOn,
      'inspector.live': () => ({ inFlight: 1 }),
    };
    const browser = await launchBrowser();
    try {
      const { page, setTheme } = await openComponentPage(browser, 'inspectorBench.tsx', styles);
      await setTheme(themes.dark);
      // As JSON, because Playwright takes long to pass on objects.
      await page.exposeFunction('askInspector', (method: string, params: { subject: string }) => {
        const answer = answers[method]?.(params.subject, params as never);
        return answer === undefined ? '' : JSON.stringify(answer);
      });
      const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
      for (let round = -2; round < rounds; round += 1) {
        for (const subject of ['few', 'many'] as const) {
          const time = await cpuOf(page, () =>
            page.evaluate(name => window.openInspector(name), subject),
          );
          if (round >= 0) times[subject].push(time);
        }
      }
      const live = await cpuOf(page, () => follow(page, rows));
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      const [open, openMany] = [median(times.few), median(times.many)];
      return [
        {
          what: `opening with ${many} calls against ${few}, until the first rows are painted`,
          measured: openMany / open,
          limit: 1.3,
          unit: '×',
          detail: `${openMany.toFixed(0)} against ${open.toFixed(0)} ms CPU, ${elements} elements`,
        },
        {
          what: `page busy while calls stream, with ${perSecond} updates a second`,
          measured: live / seconds,
          // The measure, against a closed inspector, needs the real editor.
          limit: 60,
          unit: 'ms a second',
          detail: `${live.toFixed(0)} ms CPU in ${seconds} s; the page is idle otherwise`,
        },
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Lets a call stream and end, and the next one begin, as often as the host would tell it. */
async function follow(page: Page, rows: Map<string, CallRow[]>): Promise<void> {
  const all = rows.get('many') ?? [];
  for (let update = 0; update < perSecond * seconds; update += 1) {
    const at = many + Math.floor(update / 16);
    rows.set('many', [...all, ...sampleRows(at).slice(many), rowInFlight(at)]);
    await page.evaluate(
      async ({ subject, rate, pause }) => {
        const next = new Promise(resolve => setTimeout(resolve, pause));
        await window.tellInspector('inspector.live', {
          subject,
          live: { inFlight: 1, tokensPerSecond: rate },
        });
        await window.tellInspector('inspector.changed', { subject });
        await next;
      },
      { subject: 'many', rate: 40 + (update % 9), pause: 1000 / perSecond },
    );
  }
  rows.set('many', [...all, sampleRow(many)]);
}
