import { build } from '../../scripts/bundles';
import { text } from '../support/api/reply';
import { sharedBrowser } from '../support/editor/sharedBrowser';
import { openTandem, type TandemWindow } from '../support/editor/tandemWindow';
import { startedPage } from '../support/startedPage';
import type { Benchmark } from './benchmark';
import { median } from './pipedCpu';

/**
 * From Enter to the first word of the answer in the page, in the real editor: the first prompt of a
 * window against later ones. The CLI is a stand-in that answers at once and has been started before.
 * Windows are reloads of one, so that the later ones have the code that the first has compiled.
 */

const windows = 3;
const later = 5;
const patience = { timeout: 60_000 };

export const bench: Benchmark = {
  name: 'first prompt of a window',
  async run() {
    await build({ isProduction: true });
    const window = await openTandem({ cli: 'stand-in' });
    try {
      const firsts: number[] = [];
      const others: number[] = [];
      let pid: number | undefined;
      for (let round = 0; round <= windows; round += 1) {
        if (round > 0) {
          await window.workbench.reload();
        }
        pid = await startConversation(window, pid);
        const times: number[] = [];
        for (let prompt = 0; prompt <= later; prompt += 1) {
          times.push(await promptTime(window, `word${round}x${prompt}x`));
        }
        const [first = Number.NaN, ...rest] = times;
        console.log(`   window ${round}: ${times.map(time => time.toFixed(0)).join(', ')} ms`);
        // The first window of all has nothing that an earlier one has compiled.
        firsts.push(...(round === 0 ? [] : [first]));
        others.push(...(round === 0 ? [] : rest));
      }
      const [first, other] = [median(firsts), median(others)];
      return {
        what: 'first prompt of a window against its later ones',
        measured: first / other,
        limit: 2,
        unit: '×',
        detail: `${first.toFixed(0)} / ${other.toFixed(0)} ms; ${Math.min(...firsts).toFixed(0)} to ${Math.max(...firsts).toFixed(0)}`,
      };
    } finally {
      await window.close();
      await (await sharedBrowser()).close();
    }
  },
};

/** Starts a conversation whose process waits for the first prompt. @returns the host's process */
async function startConversation(window: TandemWindow, before: number | undefined) {
  const { workbench, editor } = window;
  const host = await editor.driver.window(before === undefined ? {} : { exceptPid: before });
  await workbench.showContainer('Tandem');
  await host.evaluate(vscode => vscode.commands.executeCommand('tandem.chat.new').then(() => null));
  await workbench.chat().locator('[role=status][data-phase=idle]').waitFor(patience);
  // Work that begins with a window must have ended.
  await workbench.page.waitForTimeout(5_000);
  return host.pid;
}

/** Returns the milliseconds from the key to the answer, by the page's own clock. */
async function promptTime({ api, workbench }: TandemWindow, word: string): Promise<number> {
  const prompt = `Say ${word.toUpperCase()}`;
  api.onPrompt(prompt, [text(word)]);
  const chat = workbench.chat();
  const message = chat.locator(startedPage).getByRole('textbox', { name: 'Message', exact: true });
  await message.fill(prompt);
  const body = chat.locator('body');
  // Awaited, so that the key cannot come before the page listens. Functions have no names, because
  // the compiler would give them a helper that no page has.
  await body.evaluate((element, answer) => {
    let pressed = Number.NaN;
    window.addEventListener(
      'keydown',
      () => {
        pressed = performance.now();
      },
      { capture: true, once: true },
    );
    const shown = new Promise<number>(resolve => {
      new MutationObserver((_, watch) => {
        if (element.textContent.includes(answer)) {
          watch.disconnect();
          resolve(performance.now() - pressed);
        }
      }).observe(element, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(window, { shown });
  }, word);
  await message.press('Enter');
  const taken: number = await body.evaluate(() => Reflect.get(window, 'shown'));
  await chat.locator('[role=status][data-phase=idle]').waitFor(patience);
  return taken;
}
