import type { CDPSession, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/contract/draft';
import type { Mention } from '../../src/contract/mentions';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage, ChatPageOptions } from './harness/chatPage';
import { useChat } from './harness/useChat';

const open = useChat();

const file: Mention = {
  token: '@src/a.ts',
  label: 'a.ts',
  target: { kind: 'file', path: 'src/a.ts' },
};
const lines34 = Array.from({ length: 34 }, (_, line) => `line ${line + 1}`).join('\n');

/** Opens the page with a draft, and waits for the rich box. */
async function openRich(
  draft: Partial<Draft> = {},
  options: ChatPageOptions = {},
): Promise<ChatPage & { readonly box: Locator }> {
  const chat = await open({
    ...options,
    prepare: host => {
      host.draft = { text: '', images: [], ...draft };
      options.prepare?.(host);
    },
  });
  const box = chat.page.locator('.message-input.rich');
  await box.waitFor();
  await box.focus();
  return { ...chat, box };
}

const withFile = { text: 'see @src/a.ts now', mentions: [file] };

describe('A chip', () => {
  it('stands for its token, has names for screen readers, and opens what it names', async () => {
    const { page, host, box } = await openRich(withFile);
    const message = page.getByRole('textbox', { name: 'Message' });
    expect(await messageText(message)).toBe('see @src/a.ts now');
    expect(await message.getAttribute('aria-multiline')).toBe('true');
    const chip = box.getByRole('button', { name: 'File a.ts', exact: true });
    expect(await chip.getAttribute('title')).toBe('src/a.ts');
    await chip.click();
    expect(await host.waitFor('mention.open')).toMatchObject({ target: file.target });
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is one step for the arrow keys, for removing, and for undoing that', async () => {
    const { page, box } = await openRich(withFile);
    const goBehindChip = async () => {
      await page.keyboard.press('Home');
      for (let step = 0; step < 5; step++) {
        await page.keyboard.press('ArrowRight');
      }
    };
    await goBehindChip();
    await page.keyboard.type('!');
    expect(await messageText(box)).toBe('see @src/a.ts! now');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    expect(await messageText(box)).toBe('see ! now');
    await page.keyboard.press('Control+z');
    expect(await messageText(box)).toBe('see @src/a.ts! now');
    await goBehindChip();
    await page.keyboard.press('Delete');
    expect(await messageText(box)).toBe('see @src/a.ts now');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    expect(await messageText(box)).toBe('see  now');
    await page.keyboard.press('Control+z');
    expect(await messageText(box)).toBe('see @src/a.ts now');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+ArrowLeft');
    await page.keyboard.press('Control+ArrowLeft');
    await page.keyboard.type('+');
    expect(await messageText(box)).toBe('see +@src/a.ts now');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    expect(await messageText(box)).toBe('see +');
  });

  it('is reached with Tab, opens with Enter, and leaves by its Remove button', async () => {
    const { page, host, box } = await openRich(withFile);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('mention.open')).toMatchObject({ target: file.target });
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Remove a.ts');
    await page.keyboard.press('Enter');
    expect(await messageText(box)).toBe('see  now');
    expect(host.called('message.send')).toHaveLength(0);
    await page.keyboard.type('x');
    expect(await messageText(box)).toContain('x');
  });

  it('goes with the message, and without its token stays behind', async () => {
    const { page, host } = await openRich({ ...withFile, text: '@src/a.ts' });
    await page.keyboard.type('and');
    await page.keyboard.press('Home');
    await page.keyboard.type('so');
    await page.keyboard.press('Enter');
    const sent = await host.waitFor('message.send');
    expect(sent).toMatchObject({ text: 'so @src/a.ts and', mentions: [file] });
    await page.keyboard.type('no chip');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send', 2)).not.toHaveProperty('mentions');
  });

  it('takes the place of pasted addresses of files; other addresses stay as they are', async () => {
    const { page, host, box } = await openRich();
    host.answers['mentions.drop'] = ({ places }) =>
      places.some(place => place.includes('absent')) ? [] : [file];
    const uris = 'file:///w/src/a.ts\r\n';
    await pasteInto(page, { 'text/plain': uris });
    await box.getByRole('button', { name: 'File a.ts', exact: true }).waitFor();
    expect(host.calls.find(({ method }) => method === 'mentions.drop')?.params).toMatchObject({
      places: ['file:///w/src/a.ts'],
    });
    await pasteInto(page, { 'text/plain': 'file:///w/absent.ts' });
    await expect.poll(() => messageText(box)).toBe('@src/a.ts file:///w/absent.ts');
    await pasteInto(page, { 'text/plain': ' see file:///w/b.ts' });
    expect(await messageText(box)).toBe('@src/a.ts file:///w/absent.ts see file:///w/b.ts');
  });

  it('comes back from the history after a reload, with its content', async () => {
    const token = '[Pasted text #1, 30 lines]';
    const content = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');
    const label = 'Pasted text, 30 lines';
    const text = `see ${token} now`;
    const attachment = {
      id: 'm/0',
      name: label,
      kind: 'text',
      origin: 'paste',
      text: content,
    } as const;
    const prepare: ChatPageOptions['prepare'] = scripted => {
      scripted.history = [text];
      scripted.answers['message.recall'] = () => ({
        ...{ text, images: [], attachments: [attachment, { ...attachment, id: 'beside' }] },
        mentions: [{ token, label, target: { kind: 'attachment', id: attachment.id } }],
      });
    };
    const { page, host, box } = await openRich({}, { prepare });
    await page.keyboard.press('ArrowUp');
    await box.getByRole('button', { name: label, exact: true }).waitFor();
    expect(await messageText(box)).toBe(text);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text, attachments: [attachment] });
    expect(host.calls.find(({ method }) => method === 'message.recall')?.params).toMatchObject({
      text,
    });
  });

  testInFull('keeps its place in the history and in messages that come back', async () => {
    const { page, host, box } = await openRich(withFile);
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    host.emit({
      ...{ type: 'prompt.sent', at: 1, images: [], mentions: [file] },
      ...{ messageId: 'm1' as never, text: withFile.text },
    });
    await page.getByRole('article', { name: 'You' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await box.getByRole('button', { name: 'File a.ts' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    expect(await box.getByRole('button').count()).toBe(0);
    host.send('draft.changed', {
      returned: 1,
      channelId: host.channelId,
      draft: { ...withFile, images: [] },
    });
    await box.getByRole('button', { name: 'File a.ts' }).waitFor();
    await expect.poll(() => host.draft.mentions).toEqual([file]);
  });

  it('is copied, cut and pasted, also into another conversation', async () => {
    const { page, box } = await openRich(withFile);
    await page.keyboard.press('Control+a');
    const copied = await clipboardOf(page, 'cut');
    expect(copied['text/plain']).toBe(withFile.text);
    expect(await messageText(box)).toBe('');
    await pasteInto(page, copied);
    await box.getByRole('button', { name: 'File a.ts' }).waitFor();
    const other = await openRich();
    await pasteInto(other.page, copied);
    await other.box.getByRole('button', { name: 'File a.ts' }).waitFor();
    await pasteInto(other.page, { 'text/html': '<b>x</b>', 'text/plain': ' <b>&' });
    expect(await messageText(other.box)).toBe('see @src/a.ts now <b>&');
  });
});

describe('A long paste', () => {
  it('becomes a chip that opens as a document and turns into text again', async () => {
    const { page, host, box } = await openRich({ text: 'x ' });
    await pasteInto(page, { 'text/plain': lines34 });
    const chip = box.getByRole('button', { name: 'Pasted text, 34 lines', exact: true });
    await chip.click();
    const { id } = await host.waitFor('attachment.open');
    expect(host.draft.attachments).toMatchObject([{ id, kind: 'text', text: lines34 }]);
    await box.getByRole('button', { name: 'Insert Pasted text, 34 lines as text' }).click();
    expect(await messageText(box)).toBe(`x ${lines34}`);
    await expect.poll(() => host.draft.attachments).toBeUndefined();
  });

  testInFull(
    'shows its text after Undo, and none of it is sent once the chip is removed',
    async () => {
      const { page, host, box } = await openRich();
      await pasteInto(page, { 'text/plain': lines34 });
      await box.getByRole('button', { name: 'Pasted text, 34 lines', exact: true }).waitFor();
      await page.keyboard.press('Control+z');
      expect(await messageText(box)).toBe(lines34);
      await page.keyboard.press('Control+z');
      expect(await messageText(box)).toBe('');
      await pasteInto(page, { 'text/plain': lines34 });
      await page.keyboard.type('y');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('only this');
      await page.keyboard.press('Enter');
      const sent = await host.waitFor('message.send');
      expect(sent).toMatchObject({ text: 'only this' });
      expect(sent).not.toHaveProperty('attachments');
    },
  );
});

describe('Invisible characters', () => {
  it('are marked by their code and name, except those that languages need', async () => {
    const { page, box } = await openRich();
    await pasteInto(page, { 'text/plain': 'a\u202eb می\u200cخواهم 👨\u200d👩 ❤\ufe0f' });
    const marks = box.locator('.invisible-char');
    expect(await marks.count()).toBe(1);
    expect(await marks.getAttribute('title')).toBe('right-to-left override (U+202E)');
    await page.keyboard.insertText('c\u200b');
    expect(await marks.count()).toBe(2);
  });
});

describe('A draft', () => {
  it('is put aside and brought back, with its chips', async () => {
    const { page, host, box } = await openRich(withFile);
    const stash: Draft[] = [];
    host.answers['draft.stash'] = ({ draft }) => {
      const last = draft.text === '' ? stash.pop() : undefined;
      if (draft.text !== '') {
        stash.push(draft);
      }
      return last ?? { text: '', images: [] };
    };
    host.send('composer.focus', { stash: true });
    await expect.poll(() => messageText(box)).toBe('');
    host.send('composer.focus', { stash: true });
    await box.getByRole('button', { name: 'File a.ts' }).waitFor();
    await page.keyboard.press('End');
    host.send('composer.focus', { draft: { text: '!', images: [] } });
    await expect.poll(() => messageText(box)).toBe('see @src/a.ts now!');
  });

  it('stays in the box where it cannot be put aside, and the reason is shown', async () => {
    const { page, host, box } = await openRich(withFile);
    host.answers['draft.stash'] = () => Promise.reject(new Error('Update Tandem.'));
    host.send('composer.focus', { stash: true });
    await page.getByText('Update Tandem.').first().waitFor();
    expect(await messageText(box)).toBe('see @src/a.ts now');
  });
});

describe('The suggestion', () => {
  it('is dimmed in the empty box; Tab takes it, and typing hides it', async () => {
    const { page, box } = await openRich(
      {},
      {
        prepare: host => {
          const summary = { ...emptyConversation.summary, suggestion: 'run the tests' };
          host.conversation = { ...emptyConversation, summary };
        },
      },
    );
    expect(await box.getAttribute('data-placeholder')).toBe('run the tests');
    await page.getByText('Suggestion: run the tests. Press Tab to use it.').waitFor({
      state: 'attached',
    });
    await page.keyboard.type('x');
    expect(await box.getAttribute('data-placeholder')).not.toBe('run the tests');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    expect(await messageText(box)).toBe('run the tests');
  });
});

describe('The key that sends', () => {
  it('is Enter with Ctrl if the setting says so', async () => {
    const { page, host } = await openRich(
      {},
      {
        prepare: scripted => {
          const { config } = scripted.init;
          scripted.init = { ...scripted.init, config: { ...config, sendWith: 'modifierEnter' } };
        },
      },
    );
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'one\ntwo' });
    expect(host.called('message.send')).toHaveLength(1);
  });
});

describe('Text in other scripts', () => {
  it('is composed beside a chip, whose lines have their own direction', async () => {
    const { page, host, box } = await openRich({ ...withFile, text: '@src/a.ts ' });
    const session = await page.context().newCDPSession(page);
    await compose(session, 'にほ', 'にほん');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.insertText('שלום');
    const directions = await box
      .locator('p')
      .evaluateAll(all => all.map(one => getComputedStyle(one).direction));
    expect(directions).toEqual(['ltr', 'rtl']);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({
      text: '@src/a.ts にほん\nשלום',
      mentions: [file],
    });
  });

  it('lets the arrow keys step over a chip in the direction that they point to', async () => {
    const { page, box } = await openRich({ text: 'שלום @src/a.ts', mentions: [file] });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText('!');
    expect(await messageText(box)).toBe('שלום @src/a.ts!');
  });
});

describe('Undo', () => {
  it('by the menu of VS Code goes back one step, and not twice for one key', async () => {
    const { page, box } = await openRich(withFile);
    await page.keyboard.type('!');
    await page.keyboard.press('Home');
    await page.keyboard.type('?');
    await page.keyboard.press('Control+z');
    await page.evaluate(() => document.execCommand('undo'));
    expect(await messageText(box)).toBe('see @src/a.ts now!');
    await page.evaluate(() => document.execCommand('undo'));
    expect(await messageText(box)).toBe('see @src/a.ts now');
    await page.evaluate(() => document.execCommand('redo'));
    expect(await messageText(box)).toBe('see @src/a.ts now!');
  });
});

describe('Typing while nothing has the focus', () => {
  it('goes to the message box with its first key, but spaces and chords do not', async () => {
    const { page, box } = await openRich({ text: 'old' });
    const leave = () =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) {
          document.activeElement.blur();
        }
      });
    await page.keyboard.press('Control+End');
    await leave();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Alt+b');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.type('new');
    expect(await messageText(box)).toBe('oldnew');
  });
});

describe('While the rich box loads', () => {
  it('no key, caret or selection is lost', async () => {
    const { page, release } = await openHeld();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.focus();
    await page.keyboard.type('abc');
    await page.keyboard.press('Shift+ArrowLeft');
    const typing = page.keyboard.type('defghijklmnopqrstuvwxyz0123456789', { delay: 4 });
    release();
    await typing;
    await page.locator('.message-input.rich').waitFor();
    await page.keyboard.type('!');
    expect(await messageText(box)).toBe('abdefghijklmnopqrstuvwxyz0123456789!');
    await page.keyboard.press('Enter');
  });

  testInFull('a composition ends in the plain box first', async () => {
    const { page, release } = await openHeld();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      ...{ text: 'にほん', selectionStart: 3, selectionEnd: 3 },
    });
    const loaded = page.waitForResponse(/RichBox/);
    release();
    await (await loaded).finished();
    await page.evaluate(() => new Promise(done => setTimeout(done, 0)));
    expect(await page.locator('.message-input.rich').count()).toBe(0);
    await session.send('Input.insertText', { text: '日本' });
    await page.locator('.message-input.rich').waitFor();
    await page.keyboard.type('!');
    expect(await messageText(box)).toBe('日本!');
  });
});

/** Opens the page while the chunk of the rich box is held back. */
async function openHeld(): Promise<ChatPage & { readonly release: () => void }> {
  const first = await open({ isOwn: true });
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await first.page.route(/RichBox/, async route => {
    await held;
    await route.continue();
  });
  await first.reload();
  return { ...first, release };
}

async function compose(session: CDPSession, ...steps: readonly string[]): Promise<void> {
  for (const text of steps) {
    const { length } = text;
    await session.send('Input.imeSetComposition', {
      ...{ text, selectionStart: length, selectionEnd: length },
    });
  }
  await session.send('Input.insertText', { text: steps.at(-1) ?? '' });
}

/** Copies or cuts the selection and returns what is on the clipboard then. */
function clipboardOf(page: Page, type: 'copy' | 'cut'): Promise<Record<string, string>> {
  return page.evaluate(name => {
    const data = new DataTransfer();
    const event = new ClipboardEvent(name, {
      ...{ clipboardData: data, bubbles: true, cancelable: true },
    });
    document.activeElement?.dispatchEvent(event);
    return Object.fromEntries(data.types.map(kind => [kind, data.getData(kind)]));
  }, type);
}

function pasteInto(page: Page, content: Record<string, string>): Promise<void> {
  return page.evaluate(texts => {
    const data = new DataTransfer();
    for (const [kind, text] of Object.entries(texts)) {
      data.setData(kind, text);
    }
    const event = new ClipboardEvent('paste', {
      ...{ clipboardData: data, bubbles: true, cancelable: true },
    });
    document.activeElement?.dispatchEvent(event);
  }, content);
}
