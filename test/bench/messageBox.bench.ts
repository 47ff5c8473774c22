import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { openComponentPage } from '../support/componentPage';
import type {} from '../support/pages/messageBoxBench';
import { themes } from '../support/themes';
import type { Benchmark } from './benchmark';
import { cpuOf, median } from './benchPage';

/** Length of a long draft in UTF-16 units. */
const draftLength = 20 * 1024;
const keys = 60;
const warmUp = 20;
const rounds = 3;

export const bench: Benchmark = {
  name: `typing in a draft of ${draftLength / 1024} KB`,
  async run() {
    // Otherwise both would wait for the same next frame of the screen.
    const args = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
    const browser = await launchBrowser({ args });
    try {
      const { page, setTheme } = await openComponentPage(browser, 'messageBoxBench.tsx', [
        'base',
        'composer',
        'controls',
      ]);
      await setTheme(themes.dark);
      const bare: Typed[] = [];
      const rich: Typed[] = [];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await type(page, 'bare', '.bare'));
        rich.push(await type(page, 'composer', '.message-input.rich'));
      }
      const of = (all: readonly Typed[], kind: keyof Typed) => median(all.map(one => one[kind]));
      return {
        what: 'key to painted, message box against a bare text field',
        measured: of(rich, 'painted') / of(bare, 'painted'),
        limit: 1.5,
        unit: '×',
        detail: `${of(rich, 'painted').toFixed(1)} / ${of(bare, 'painted').toFixed(1)} ms; CPU ${of(rich, 'cpu').toFixed(1)} / ${of(bare, 'cpu').toFixed(1)} ms a key`,
      };
    } finally {
      await browser.close();
    }
  },
};

/** Milliseconds a key. */
interface Typed {
  readonly painted: number;
  readonly cpu: number;
}

async function type(page: Page, kind: 'bare' | 'composer', box: string): Promise<Typed> {
  await page.evaluate(([shown, text]) => window.messageBox.show(shown, text), [
    kind,
    draftText(),
  ] as const);
  await page.locator(box).click();
  await press(page, warmUp);
  let times: readonly number[] = [];
  const cpu = await cpuOf(page, async () => {
    times = await press(page, keys);
  });
  return { painted: median(times), cpu: cpu / keys };
}

async function press(page: Page, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let key = 0; key < count; key += 1) {
    await page.evaluate(() => window.messageBox.arm());
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'x');
    times.push(await page.evaluate(() => window.messageBox.painted()));
  }
  return times;
}

/** Prose of paragraphs with a few rows each. */
function draftText(): string {
  const sentence = 'The agent reads the file, changes a function, and runs its tests. ';
  const paragraph = `${sentence.repeat(5).trimEnd()}\n`;
  return paragraph.repeat(Math.ceil(draftLength / paragraph.length)).slice(0, draftLength);
}
