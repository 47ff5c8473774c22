import { setImmediate } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import type { Gate } from '../../src/contract/calls';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { startedPage } from '../support/startedPage';
import { axeFindings } from './harness/axeFindings';
import type { ScriptedHost } from './harness/scriptedHost';
import { stopClock } from './harness/stopClock';
import {
  bashCall,
  endTurn,
  opened as openedPrompt,
  permissionFor,
  startTurn,
  turnOf,
} from './harness/story';
import { useChat } from './harness/useChat';
import { flawsOf } from './pictures/flaws';

const open = useChat();

const started = (page: Page) => page.locator(startedPage);
const firstBox = (page: Page) => page.locator('#first-box');
const boxOf = (page: Page) => started(page).getByRole('textbox', { name: 'Message' });
const hasFocus = (page: Page) =>
  boxOf(page).evaluate(box => box.ownerDocument.activeElement === box);

type Options = NonNullable<Parameters<typeof open>[0]>;

/** Opens a page whose host does not answer before `answer` is called. */
async function openEarly({ prepare, ...options }: Options = {}) {
  /** Held for the document that was loaded last. */
  let held = new Deferred<void>();
  const chat = await open({
    ...options,
    isEarly: true,
    prepare: host => {
      prepare?.(host);
      host.answers['page.ready'] = async () => {
        held = new Deferred();
        await held.promise;
        return host.pageInit();
      };
    },
  });
  await chat.host.waitFor('page.ready');
  const answer = async () => {
    held.resolve();
    await started(chat.page).waitFor();
  };
  return { ...chat, answer };
}

/** Waits until the page has what the host has sent: messages arrive in order. */
async function probe(page: Page): Promise<void> {
  await setImmediate();
  await page.evaluate(() => {
    const arrived = new Promise(resolve => {
      window.addEventListener('message', ({ data }) => data === 'probe' && resolve(data));
    });
    window.postMessage('probe', '*');
    return arrived;
  });
}

/** Loads the page's document again, which asks for its state and is answered, but not its scripts. */
async function reloadWithoutScripts(
  page: Page,
  host: ScriptedHost,
  reload: () => Promise<void>,
): Promise<{ loadScripts: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route('**/main.js', route => void held.push(route));
  const answered = new Deferred<void>();
  host.answers['page.ready'] = () => {
    // The answer is posted when this has returned.
    void setImmediate().then(() => answered.resolve());
    return host.pageInit();
  };
  const reloading = reload();
  await answered.promise;
  await expect.poll(() => held.length).toBe(1);
  const loadScripts = async () => {
    await held[0]?.continue();
    await reloading;
  };
  return { loadScripts };
}

describe('The message box of a page that has not started', () => {
  it('has the focus, and takes text that stays in the box, which has it then', async () => {
    const { page, host, answer } = await openEarly();
    await page.keyboard.type('fix the te');
    await answer();
    await page.keyboard.type('sts');
    expect(await messageText(boxOf(page))).toBe('fix the tests');
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'fix the tests' });
  });

  it('loses no key that is pressed meanwhile', async () => {
    const { page, answer } = await openEarly();
    const text = 'one two three four five six seven eight nine ten';
    const typed = page.keyboard.type(text);
    await answer();
    await typed;
    await expect.poll(() => messageText(boxOf(page))).toBe(text);
  });

  testInFull(
    'adds its text to the stored draft, which is saved with it; Enter sends nothing',
    async () => {
      const { page, host, answer } = await openEarly({
        prepare: one => {
          one.draft = { text: 'Rename the class', images: [] };
        },
      });
      await page.keyboard.type('in all files');
      await page.keyboard.press('Enter');
      await answer();
      await expect.poll(() => messageText(boxOf(page))).toBe('Rename the class in all files');
      expect(await host.waitFor('draft.save')).toMatchObject({
        draft: { text: 'Rename the class in all files' },
      });
      expect(host.called('message.send')).toEqual([]);
    },
  );

  it('stays until a composition has ended', async () => {
    const { page, answer } = await openEarly();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    });
    const started = answer();
    await probe(page);
    expect(await firstBox(page).inputValue()).toBe('にほん');
    await session.send('Input.insertText', { text: '日本' });
    await started;
    expect(await messageText(boxOf(page))).toBe('日本');
  });

  testInFull('keeps the caret and what is selected', async () => {
    const caret = await openEarly();
    await caret.page.keyboard.type('the tests');
    await caret.page.keyboard.press('Home');
    await caret.page.keyboard.type('Fix');
    await caret.answer();
    await caret.page.keyboard.type(' all of ');
    expect(await messageText(boxOf(caret.page))).toBe('Fix all of the tests');
    const selected = await openEarly({
      prepare: one => {
        one.draft = { text: 'Stored,', images: [] };
      },
    });
    await selected.page.keyboard.type('wrong');
    await selected.page.keyboard.press('Control+A');
    await selected.answer();
    await selected.page.keyboard.type('right');
    expect(await messageText(boxOf(selected.page))).toBe('Stored, right');
  });

  it('opens the list of what was typed last', async () => {
    const { page, answer } = await openEarly({
      prepare: one =>
        one.happen([
          {
            type: 'commands.changed',
            commands: [{ name: 'review', description: 'Reviews changes', source: 'builtIn' }],
          },
        ]),
    });
    await page.keyboard.type('/rev');
    await answer();
    await page.getByRole('option', { name: /^\/review/ }).waitFor();
  });

  it.each([
    ['!rm -rf build', 'src too', 'src too\n\n!rm -rf build'],
    ['!rm -rf build', '!ls', ' !ls\n\n!rm -rf build'],
    ['/clear', 'the screen', 'the screen\n\n/clear'],
  ])('does not run the stored command %s with what was typed: %s', async (stored, typed, text) => {
    const { page, host, answer } = await openEarly({
      prepare: one => {
        one.draft = { text: stored, images: [] };
      },
    });
    await page.keyboard.type(typed);
    await answer();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text });
    expect(host.called('shell.run')).toEqual([]);
  });

  it('adds no blanks to a stored draft', async () => {
    const blank = await openEarly({
      prepare: one => {
        one.draft = { text: 'Stored', images: [] };
      },
    });
    await blank.page.keyboard.type('  ');
    await blank.answer();
    expect(await messageText(boxOf(blank.page))).toBe('Stored');
  });

  testInFull('takes a long text of many lines as a stored draft does', async () => {
    const { page, host, answer } = await openEarly();
    const text = Array.from({ length: 2_000 }, (_, index) => `Line ${index}`).join('\n');
    await firstBox(page).evaluate((box: HTMLTextAreaElement, value) => {
      box.value = value;
    }, text);
    await answer();
    expect(await host.waitFor('draft.save')).toMatchObject({ draft: { text } });
    await expect.poll(() => hasFocus(page)).toBe(true);
  });

  testInFull(
    'starts the page although a composition does not end, and keeps its text',
    async () => {
      const { page, answer } = await openEarly({ isOwn: true });
      await page.clock.install();
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', {
        text: 'にほん',
        selectionStart: 3,
        selectionEnd: 3,
      });
      const started = answer();
      await setImmediate();
      await page.clock.runFor(5_000);
      await started;
      await expect.poll(() => messageText(boxOf(page))).toBe('にほん');
    },
  );

  it('leaves the focus to a request that waits, unless the user has typed', async () => {
    const waiting = permissionFor('call', 'npm test');
    const prepare: Options['prepare'] = one =>
      one.happen([...startTurn('1', 'Hi'), ...openedPrompt(waiting)]);
    const calm = await openEarly({ prepare });
    await calm.answer();
    // Before the card has the focus, each key is text.
    const focused = () => calm.page.evaluate(() => document.activeElement?.ariaLabel ?? '');
    await expect.poll(focused).toMatch(/^Permission/);
    await calm.page.locator('[data-arriving]').waitFor({ state: 'detached' });
    await calm.page.keyboard.press('1');
    await calm.host.waitFor('prompt.answer');
    const busy = await openEarly({ prepare });
    await busy.page.keyboard.type('1. ');
    await busy.answer();
    await busy.page.keyboard.type('Fix it');
    expect(await messageText(boxOf(busy.page))).toBe('1. Fix it');
    expect(busy.host.called('prompt.answer')).toEqual([]);
  });

  testInFull('waits for the cards of the conversation, but not for long', async () => {
    const held: Route[] = [];
    const prepare: Options['prepare'] = one =>
      one.happen([
        ...startTurn('1', 'Hi'),
        { type: 'tool.updated', call: bashCall('call', 'npm test', 'done'), at: 0 },
        ...endTurn(),
      ]);
    const openHeld = async () => {
      const early = await openEarly({ isOwn: true, prepare });
      await early.page.route('**/cardChunk-*.js', route => void held.push(route));
      await early.reload();
      await early.host.waitFor('page.ready', 2);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await stopClock(early.page);
      return early;
    };
    const slow = await openHeld();
    const shown = slow.answer();
    await probe(slow.page);
    expect(await started(slow.page).count()).toBe(0);
    await held[0]?.continue();
    await shown;
    const card = slow.page.getByRole('group', { name: 'Command' });
    expect(await card.count()).toBe(1);
    held.length = 0;
    const without = await openHeld();
    const late = without.answer();
    await probe(without.page);
    await without.page.clock.runFor(600);
    await late;
    expect(await without.page.getByText('Bash', { exact: true }).count()).toBe(1);
  });

  it('asks for the conversation while the scripts load, and loses nothing that comes', async () => {
    const { page, host, reload } = await open({ isOwn: true, isEarly: true });
    await started(page).waitFor();
    const asked = host.called('page.ready').length;
    const { loadScripts } = await reloadWithoutScripts(page, host, reload);
    host.together(() => {
      host.send('composer.add', {
        channelId: host.channelId,
        pieces: ['added'],
        attachments: [],
      });
      host.emit(...turnOf('1', 'Hi', 'Hello from the first moment.'));
    });
    host.send('draft.changed', {
      returned: 1,
      channelId: host.channelId,
      draft: { text: 'from a link', images: [] },
    });
    await probe(page);
    expect(await started(page).count()).toBe(0);
    expect(host.called('page.started')).toHaveLength(1);
    await loadScripts();
    await page.locator('.transcript').getByText('Hello from the first moment.').waitFor();
    await expect.poll(() => messageText(boxOf(page))).toContain('added');
    await expect.poll(() => messageText(boxOf(page))).toContain('from a link');
    host.emit(...turnOf('2', 'And?', 'Hello again.'));
    await page.locator('.transcript').getByText('Hello again.').waitFor();
    expect(host.called('page.ready')).toHaveLength(asked + 1);
    await host.waitFor('page.started', 2);
  });

  it('shows the newest state when the one that it asked for has changed meanwhile', async () => {
    const { page, host, reload } = await open({ isOwn: true, isEarly: true });
    await started(page).waitFor();
    const { loadScripts } = await reloadWithoutScripts(page, host, reload);
    host.send('page.changed', { ...host.init, gate: { kind: 'noFolder' } });
    await probe(page);
    await loadScripts();
    await page.getByText('No folder is open').waitFor();
  });

  it('shows why the conversation could not be opened, and one that is opened later', async () => {
    const { page, host } = await open({
      isEarly: true,
      prepare: one => {
        one.answers['page.ready'] = () => {
          throw new Error('The disk is gone');
        };
      },
    });
    await page.getByText('The conversation could not be opened: The disk is gone').waitFor();
    await host.waitFor('page.started');
    host.send('page.changed', host.pageInit());
    host.send('composer.add', { channelId: host.channelId, pieces: ['added'], attachments: [] });
    await expect.poll(() => messageText(boxOf(page))).toContain('added');
  });

  it('is accessible, and cuts no text in a narrow view', async () => {
    const { page, answer } = await openEarly({ width: 260, height: 500 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await flawsOf(page)).toEqual([]);
    await answer();
  });

  testInFull('is not left for a file that is dropped, and takes text', async () => {
    const { page, answer } = await openEarly();
    const isRefused = (type: string, content: 'file' | 'text') =>
      page.evaluate(
        ([name, kind]) => {
          const dataTransfer = new DataTransfer();
          if (kind === 'file') dataTransfer.items.add(new File(['x'], 'a.txt'));
          else dataTransfer.setData('text/plain', 'some words');
          const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('#first-box')?.dispatchEvent(event);
          return event.defaultPrevented;
        },
        [type, content] as const,
      );
    for (const type of ['dragover', 'drop']) {
      expect(await isRefused(type, 'file'), type).toBe(true);
      expect(await isRefused(type, 'text'), type).toBe(false);
    }
    await answer();
  });

  testInFull('takes no focus from elsewhere', async () => {
    const { page, answer } = await openEarly();
    await page.evaluate(() => {
      document.hasFocus = () => false;
      document.querySelector<HTMLElement>('#first-box')?.blur();
      window.dispatchEvent(new FocusEvent('focus'));
    });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await answer();
    expect(await hasFocus(page)).toBe(false);
  });

  it('keeps its text for a conversation that opens behind a gate', async () => {
    const gate: Gate = { kind: 'noCli', message: 'There is none.', searched: [] };
    const { page, host, answer } = await openEarly({
      prepare: one => {
        one.init = { ...one.init, gate };
      },
    });
    await page.keyboard.type('hello');
    await answer();
    await page.getByText('There is none.').waitFor();
    host.init = { ...host.init, gate: { kind: 'open' } };
    host.send('page.changed', host.pageInit());
    await expect.poll(() => messageText(boxOf(page))).toBe('hello');
  });

  it.each(rowsOf([260], [260, 420, 1200]))(
    'stands where the box will be, %d px wide',
    async width => {
      const { page, answer } = await openEarly({
        width,
        prepare: one => one.happen(turnOf('1', 'Hello', 'Hello yourself')),
      });
      const place = () => page.locator('.composer').boundingBox();
      const before = await place();
      await answer();
      expect(await place()).toEqual(before);
    },
  );
});
