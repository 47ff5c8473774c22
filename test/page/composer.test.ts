import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Mention } from '../../src/contract/mentions';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { arrived, reported } from './harness/reports';
import { stopClock } from './harness/stopClock';
import { endTurn, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const inputOf = (page: Page) => page.getByRole('textbox', { name: 'Message' });

describe('The composer', () => {
  it('sends with Enter, breaks the line with Shift+Enter, and is then empty', async () => {
    const { page, host } = await open();
    const input = inputOf(page);
    await input.pressSequentially('one');
    await page.keyboard.press('Shift+Enter');
    await input.pressSequentially('two');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'one\ntwo', images: [] });
    await expect.poll(() => messageText(input)).toBe('');
    await page.keyboard.press('Enter');
    await input.fill('   ');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(host.called('message.send')).toHaveLength(1);
  });

  it.each([
    ['one', 'message.send'],
    ['!ls', 'shell.run'],
  ] as const)('lets "%s" leave before it empties the box', async (typed, method) => {
    const { page, host } = await open();
    const input = inputOf(page);
    await input.pressSequentially(typed);
    const seen = await input.evaluate(async first => {
      // The rich box may take the place of the plain one at any time.
      const shown = () => document.querySelector('.message-input') ?? first;
      const press = async (key: string) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        shown().dispatchEvent(event);
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        const box = shown();
        return box instanceof HTMLTextAreaElement ? box.value : box.textContent;
      };
      return [await press('Enter'), await press('a')];
    });
    expect(seen).toEqual([typed, '']);
    await host.waitFor(method);
  });

  it('loses no key of the next message', async () => {
    const { page, host } = await open();
    const input = inputOf(page);
    await input.focus();
    await Promise.all([...'two'].map(key => page.keyboard.press(key)));
    await Promise.all(['Enter', 't', 'h'].map(key => page.keyboard.press(key)));
    await expect.poll(() => messageText(input)).toBe('th');
    const session = await page.context().newCDPSession(page);
    await Promise.all([
      page.keyboard.press('Enter'),
      session.send('Input.insertText', { text: 'four' }),
    ]);
    await expect.poll(() => messageText(input)).toBe('four');
    const texts = () => host.called('message.send').map(({ text }) => text);
    await expect.poll(texts).toEqual(['two', 'th']);
    await expect.poll(() => host.draft.text).toBe('four');
  });

  it('restores the text when the host rejects it', async () => {
    const { page, host } = await open();
    host.answers['message.send'] = () => {
      throw new Error('The disk is full.');
    };
    await inputOf(page).fill('precious');
    await page.keyboard.press('Enter');
    await page.getByText('The disk is full.').waitFor();
    expect(await messageText(inputOf(page))).toBe('precious');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('The disk is full.').count()).toBe(0);
  });

  it('does not send during IME composition', async () => {
    const { page, host } = await open();
    const input = inputOf(page);
    await input.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    });
    host.emit(...arrived, ...startTurn('1', 'Hi'));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    for (const key of ['Enter', 'Escape']) {
      await input.dispatchEvent('keydown', { key, isComposing: true });
      await input.dispatchEvent('keydown', { key, keyCode: 229 });
    }
    await session.send('Input.insertText', { text: '日本' });
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: '日本' });
    expect(host.called('message.send')).toHaveLength(1);
    expect(host.called('agent.stop')).toHaveLength(0);
  });

  it('saves the draft while the user types, and restores it after a reload', async () => {
    const { page, host, reload } = await open();
    await inputOf(page).pressSequentially('a thought');
    await expect.poll(() => host.draft.text).toBe('a thought');
    await reload();
    expect(await messageText(inputOf(page))).toBe('a thought');
    await inputOf(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => host.draft.text).toBe('');
  });

  it.each(
    rowsOf(
      [['text', 0, 150]],
      [
        ['text', 0, 150],
        ['large content', 300 * 1024, 1_000],
      ],
    ),
  )('saves a draft with %s within its bound, also during typing', async (_, size, bound) => {
    const { page, host } = await open({
      isOwn: true,
      prepare: bed => {
        const text = 'x'.repeat(size);
        const attachments = [
          { id: 'a', name: 'a.txt', kind: 'text', origin: 'file', text },
        ] as const;
        bed.draft = { text: '', images: [], attachments };
      },
    });
    await page.locator('.message-input.rich').waitFor();
    await inputOf(page).focus();
    await stopClock(page);
    await page.keyboard.type('a');
    await page.clock.runFor(bound / 2);
    await page.keyboard.type('b');
    await page.clock.runFor(bound / 2);
    expect((await host.waitFor('draft.save')).draft.text).toBe('ab');
  });

  testInFull(
    'saves at once what the editor adds: the page may be hidden in the same moment',
    async () => {
      const { page, host } = await open({ isOwn: true });
      await page.locator('.message-input.rich').waitFor();
      await stopClock(page);
      host.send('composer.add', { pieces: ['@changes'], attachments: [] });
      // Less than typing waits, and enough for the page to draw.
      await page.clock.runFor(100);
      expect((await host.waitFor('draft.save')).draft.text).toBe('@changes');
    },
  );

  testInFull('saves the draft at once when the page is left', async () => {
    const { page, host } = await open();
    await inputOf(page).fill('almost lost');
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    expect((await host.waitFor('draft.save')).draft.text).toBe('almost lost');
  });

  it('walks through the history and back to the draft', async () => {
    const { page, host } = await open({
      prepare: scripted => {
        scripted.history = ['first', 'second\nline'];
      },
    });
    const input = inputOf(page);
    await input.fill('my draft');
    await page.keyboard.press('ArrowUp');
    // The caret was at the end: the key moves it only to the start of the first line.
    expect(await messageText(input)).toBe('my draft');
    await page.keyboard.press('ArrowUp');
    expect(await messageText(input)).toBe('second\nline');
    await page.keyboard.press('ArrowUp');
    expect(await messageText(input)).toBe('first');
    await page.keyboard.press('ArrowUp');
    expect(await messageText(input)).toBe('first');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await messageText(input)).toBe('my draft');
    await input.fill('new message');
    await page.keyboard.press('Enter');
    host.emit(...startTurn('1', 'new message'));
    await page.getByRole('article', { name: 'You' }).waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await messageText(input)).toBe('new message');
  });

  it('inserts text from a command at the cursor and takes the focus', async () => {
    const { page, host } = await open();
    await inputOf(page).fill('see ');
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    host.send('composer.focus', { text: '@src/a.ts#1-5 ' });
    await expect.poll(() => messageText(inputOf(page))).toBe('see @src/a.ts#1-5 ');
    expect(await inputOf(page).evaluate(element => element === document.activeElement)).toBe(true);
  });

  testInFull('grows with its text up to two fifths of the page', async () => {
    const { page } = await open({ height: 600 });
    const input = inputOf(page);
    const height = async () => (await input.boundingBox())?.height ?? 0;
    const small = await height();
    await input.fill('a\n'.repeat(5));
    expect(await height()).toBeGreaterThan(small);
    await input.fill('a\n'.repeat(100));
    expect(await height()).toBeLessThanOrEqual(241);
  });

  it('needs one row of buttons in a narrow side bar, all of them named', async () => {
    const { page, host } = await open({ width: 260 });
    const usage = { contextTokens: 45_200, contextWindow: 200_000, costUsd: 1.234 };
    host.emit(...arrived, { type: 'usage.changed', usage });
    const toolbar = page.locator('.toolbar');
    await toolbar.getByRole('meter').waitFor();
    const rows = () =>
      toolbar.evaluate(bar => {
        const buttons = [...bar.querySelectorAll('button')].filter(one => one.offsetWidth > 0);
        return new Set(buttons.map(one => Math.round(one.getBoundingClientRect().top))).size;
      });
    expect(await rows()).toBe(1);
    host.emit(...startTurn('1', 'Hi'));
    await toolbar.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await rows()).toBe(1);
    await inputOf(page).fill('next');
    await toolbar.getByRole('button', { name: 'Send' }).waitFor();
    expect(await rows()).toBe(1);
    await toolbar.getByRole('button', { name: 'Permission mode: Manual' }).waitFor();
    await toolbar
      .getByRole('button', { name: 'Model: Opus 5 (default), effort Default' })
      .waitFor();
  });

  it('names invisible characters of a message before it sends them', async () => {
    const { page, host } = await open();
    await inputOf(page).focus();
    await paste(page, { text: 'rm\u200b -rf \u202ex می\u200cخواهم' });
    await page.keyboard.press('Enter');
    await page
      .locator('.composer-notice', { hasText: '2 invisible characters (U+200B, U+202E).' })
      .waitFor();
    expect(host.called('message.send')).toHaveLength(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    expect(await messageText(inputOf(page))).toBe('rm -rf x می\u200cخواهم');
    await inputOf(page).press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'rm -rf x می\u200cخواهم' });
    await inputOf(page).fill('a\u202eb');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send Anyway' }).click();
    expect(await host.waitFor('message.send', 2)).toMatchObject({ text: 'a\u202eb' });
  });
});

it('a picker that is opened again before the next frame stays open', async () => {
  const { page, host } = await open();
  host.emit(...arrived);
  const button = page.getByRole('button', { name: /^Model:/ });
  await button.click();
  const list = page.getByRole('listbox', { name: 'Model' });
  await list.waitFor();
  await button.evaluate(async element => {
    const press = async (target: Element | null, key: string) => {
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      // The page draws in a microtask; frames would need a task.
      for (let turn = 0; turn < 5; turn += 1) await undefined;
    };
    await press(document.activeElement, 'Escape');
    await press(element, 'ArrowDown');
  });
  expect(await list.count()).toBe(1);
});

describe('Escape', () => {
  it('closes an open menu first, and only then stops the turn', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'Hi'));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByRole('button', { name: /^Model:/ }).click();
    await page.getByRole('listbox', { name: 'Model' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(host.called('agent.stop')).toHaveLength(0);
    const focused = page.locator(':focus');
    await page
      .getByRole('button', { name: /^Model:/ })
      .and(focused)
      .waitFor();
    await page.keyboard.press('Escape');
    await host.waitFor('agent.stop');
    host.emit(...endTurn({ kind: 'interrupted' }));
    await page.getByRole('log').getByText('Stopped', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await inputOf(page).fill('still here');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    expect(host.called('agent.stop')).toHaveLength(1);
  });
});

describe('Pickers', () => {
  it('work by keyboard and show the choice as pending until the agent reports', async () => {
    const { page, host } = await open();
    host.emit(...arrived);
    const button = page.getByRole('button', { name: 'Permission mode: Manual' });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('listbox', { name: 'Permission mode' });
    await expect.poll(() => list.getByRole('option').count()).toBe(3);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('mode.set')).toMatchObject({ mode: 'plan' });
    await page.getByRole('button', { name: 'Permission mode: Plan (pending)' }).waitFor();
    // The reported mode overrides the requested one.
    host.emit(reported({ mode: 'acceptEdits' }));
    await page
      .getByRole('button', { name: 'Permission mode: Edit automatically', exact: true })
      .waitFor();
  });

  it('list the models with type-ahead, and show effort or thinking according to the model', async () => {
    const { page, host } = await open();
    host.emit(...arrived);
    const model = page.getByRole('button', { name: /^Model:/ });
    const list = (name: string) => page.getByRole('listbox', { name, exact: true });
    await page.getByRole('button', { name: 'Model: Opus 5 (default), effort Default' }).click();
    await list('Effort').waitFor();
    expect(await list('Thinking').count()).toBe(0);
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('model.set')).toMatchObject({ model: 'sonnet[1m]' });
    host.emit(reported({ model: 'sonnet[1m]' }));
    await page.getByRole('button', { name: 'Model: Sonnet (1M context)', exact: true }).waitFor();
    await model.click();
    expect(await list('Effort').count()).toBe(0);
    await list('Thinking').getByRole('option', { name: 'Default', selected: true }).waitFor();
    await list('Thinking').getByRole('option', { name: '10k' }).click();
    expect(await host.waitFor('thinking.set')).toMatchObject({ maxThinkingTokens: 10_000 });
    host.emit(reported({ maxThinkingTokens: 10_000 }));
    await page
      .getByRole('button', { name: 'Model: Sonnet (1M context), thinking: 10,000 tokens' })
      .waitFor();
  });

  testInFull('name the default model while the agent is starting', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Model: Default', exact: true }).waitFor();
  });

  testInFull('recognize a model by its full id', async () => {
    const { page, host } = await open();
    host.emit(...arrived, reported({ model: 'claude-opus-5', effort: 'high' }));
    const button = page.getByRole('button', { name: 'Model: Opus 5 (default), effort High' });
    expect(await button.innerText()).toContain('Opus 5 · High');
    await button.click();
    await page.getByRole('option', { name: 'Low' }).click();
    expect(await host.waitFor('effort.set')).toMatchObject({ effort: 'low' });
  });

  it('revert the choice when the host rejects it', async () => {
    const { page, host } = await open();
    host.emit(...arrived);
    host.answers['mode.set'] = () => {
      throw new Error('Not in this folder.');
    };
    await page.getByRole('button', { name: 'Permission mode: Manual' }).click();
    await page.getByRole('option', { name: 'Plan' }).click();
    await page.getByText('Not in this folder.').waitFor();
    await page.getByRole('button', { name: 'Permission mode: Manual', exact: true }).waitFor();
  });

  it('cycle the mode with Shift+Tab in the composer only, even twice in a row', async () => {
    const { page, host } = await open();
    host.emit(...arrived);
    await page.getByRole('button', { name: /effort Default/ }).waitFor();
    await inputOf(page).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await host.waitFor('mode.set', 2)).toMatchObject({ mode: 'plan' });
    await page.getByRole('button', { name: 'Attach' }).focus();
    await page.keyboard.press('Shift+Tab');
    expect(await inputOf(page).evaluate(element => element === document.activeElement)).toBe(true);
    expect(host.called('mode.set')).toHaveLength(2);
  });
});

describe('Images and files', () => {
  it('can be pasted, previewed, removed, and sent without text', async () => {
    const { page, host } = await open();
    await inputOf(page).focus();
    await paste(page, { image: png, name: 'a.png' });
    await page.getByRole('img', { name: 'a.png' }).waitFor();
    await paste(page, { image: png, name: 'b.png' });
    await page.getByRole('button', { name: 'Remove b.png' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await host.waitFor('message.send')).toMatchObject({
      text: '',
      images: [{ name: 'a.png', mediaType: 'image/png', data: png }],
    });
    await expect.poll(() => page.getByRole('img').count()).toBe(0);
  });

  testInFull('are attached by their actual type, or rejected with a reason', async () => {
    const { page } = await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach' }).click();
    await (await chooser).setFiles([
      { name: 'really.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(png, 'base64') },
      { name: 'huge.gif', mimeType: 'image/gif', buffer: Buffer.alloc(300_000, 'GIF89a') },
      { name: 'notes.bmp', mimeType: 'image/bmp', buffer: Buffer.from('BM1111\0\0\0\0') },
    ]);
    await page.getByRole('img', { name: 'really.jpg' }).waitFor();
    await page.locator('.composer-notice', { hasText: 'huge.gif is 293 KB' }).waitFor();
    await page.locator('.composer-notice', { hasText: 'notes.bmp is a BMP image' }).waitFor();
    expect(await page.locator('.image-strip img').getAttribute('src')).toContain('data:image/png');
  });

  testInFull('are limited to the number that the API accepts', async () => {
    const { page } = await open();
    await inputOf(page).focus();
    for (const name of ['1.png', '2.png', '3.png', '4.png']) {
      await paste(page, { image: png, name });
      await page.getByText(name).or(page.getByRole('img', { name })).first().waitFor();
    }
    expect(await page.locator('.image-strip img').count()).toBe(3);
    await page.locator('.composer-notice', { hasText: 'at most 3 images' }).waitFor();
  });

  it('can be dropped anywhere on the page, which does not navigate', async () => {
    const { page } = await open();
    const transfer = await page.evaluateHandle(data => {
      const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
      const dropped = new DataTransfer();
      dropped.items.add(new File([bytes], 'drop.png', { type: 'image/png' }));
      return dropped;
    }, png);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
    await page.getByText('Hold Shift').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.getByRole('img', { name: 'drop.png' }).waitFor();
    expect(await page.getByText('Hold Shift').count()).toBe(0);
  });

  testInFull('can be dropped as soon as the page is drawn', async () => {
    const { page, reload } = await open({ isOwn: true });
    await page.addInitScript(() => {
      const drop = () => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], 'early.txt', { type: 'text/plain' }));
        const event = new DragEvent('drop', {
          dataTransfer: data,
          bubbles: true,
          cancelable: true,
        });
        document.body.dispatchEvent(event);
        document.title = event.defaultPrevented ? 'taken' : 'navigated';
      };
      new MutationObserver((_changes, observer) => {
        if (document.querySelector('main:not([aria-busy]) .composer')) {
          observer.disconnect();
          drop();
        }
      }).observe(document, { subtree: true, childList: true });
    });
    await reload();
    await expect.poll(() => page.title()).toBe('taken');
  });

  it('become mentions when dropped from the Explorer', async () => {
    const { page, host } = await open();
    const mentions: Mention[] = [
      { token: '@"my a.ts"', label: 'my a.ts', target: { kind: 'file', path: 'my a.ts' } },
      { token: '@src/', label: 'src/', target: { kind: 'folder', path: 'src' } },
    ];
    host.answers['mentions.drop'] = () => mentions;
    const transfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.setData('resourceurls', JSON.stringify(['file:///w/my%20a.ts', 'file:///w/src']));
      dropped.setData('text/uri-list', 'file:///other');
      return dropped;
    });
    await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
    await page.getByText('Drop to mention it').waitFor();
    await page.getByText('otherwise VS Code opens it').waitFor();
    await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer, shiftKey: true });
    await page.getByText('otherwise VS Code opens it').waitFor({ state: 'detached' });
    await inputOf(page).fill('compare');
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    expect(await host.waitFor('mentions.drop')).toMatchObject({
      places: ['file:///w/my%20a.ts', 'file:///w/src'],
    });
    await expect.poll(() => messageText(inputOf(page))).toBe('compare @"my a.ts" @src/ ');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ mentions });
  });

  it('report what cannot be mentioned', async () => {
    const { page, host } = await open();
    host.answers['mentions.drop'] = () => [];
    const transfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.setData('text/uri-list', 'file:////server/share/a.ts');
      return dropped;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.locator('.composer-notice', { hasText: 'Some of what was dropped' }).waitFor();
    expect(await messageText(inputOf(page))).toBe('');
  });
});

interface Pasted {
  readonly text?: string;
  readonly image?: string;
  readonly name?: string;
}

/** Pastes into the focused element. */
async function paste(page: Page, pasted: Pasted): Promise<void> {
  // A plain text field takes text only from a real paste.
  await page.locator('.message-input.rich').waitFor();
  await page.evaluate(({ text, image, name }) => {
    const data = new DataTransfer();
    if (text !== undefined) {
      data.setData('text/plain', text);
    }
    if (image !== undefined) {
      const bytes = Uint8Array.from(atob(image), letter => letter.charCodeAt(0));
      data.items.add(new File([bytes], name ?? '', { type: 'image/png' }));
    }
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(event);
  }, pasted);
}
