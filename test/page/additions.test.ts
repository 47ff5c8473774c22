import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ChannelId } from '../../src/contract/ids';
import type { Mention } from '../../src/contract/mentions';
import { messageText } from '../support/messageText';
import type { ChatPage } from './harness/chatPage';
import { useChat } from './harness/useChat';

const open = useChat();
const file: Mention = {
  token: '@src/a.ts',
  label: 'a.ts',
  target: { kind: 'file', path: 'src/a.ts' },
};

/** Opens the page with a draft, and waits for the rich box. */
async function typed(text: string): Promise<ChatPage & { readonly box: Locator }> {
  const chat = await open({
    prepare: host => {
      host.draft = { text, images: [] };
    },
  });
  const box = chat.page.locator('.message-input.rich');
  await box.waitFor();
  await box.focus();
  return { ...chat, box };
}

/** Presses Enter between two messages of the host, each of which is a task of its own. */
function enterBetween(box: Locator, before?: unknown, after?: unknown): Promise<void> {
  return box.evaluate(
    async (element, messages) => {
      const arrives = (message: unknown) =>
        new Promise<void>(resolve => {
          window.addEventListener('message', () => resolve(), { once: true });
          window.postMessage(message, '*');
        });
      // Right after a frame, so that none comes in between.
      await new Promise(requestAnimationFrame);
      if (messages.before) {
        await arrives(messages.before);
      }
      const enter = { key: 'Enter', bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', enter));
      if (messages.after) {
        await arrives(messages.after);
      }
    },
    { before, after },
  );
}

it.each([
  ['composer.focus', { text: ' more' }],
  ['composer.add', { channelId: 'channel-1', pieces: ['more'], attachments: [] }],
])('what %s brings right before Enter goes with the message', async (name, event) => {
  const { page, host, box } = await typed('one');
  await enterBetween(box, { kind: 'event', name, event });
  expect(await host.waitFor('message.send')).toMatchObject({ text: 'one more' });
  await page.keyboard.type('two');
  await expect.poll(() => host.draft.text).toBe('two');
  expect(await messageText(box)).toBe('two');
});

it('a file that is found right after Enter is all that the box then has', async () => {
  const { page, host, box } = await typed('one');
  host.answers['mentions.drop'] = () => [file];
  const answer = new Promise(resolve => {
    host.post = message => resolve(message);
  });
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'file:///w/src/a.ts');
    const paste = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', paste));
  });
  await enterBetween(box, undefined, await answer);
  expect(await host.waitFor('message.send')).toMatchObject({ text: 'one' });
  await expect.poll(() => host.draft.text.trim()).toBe('@src/a.ts');
  expect((await messageText(box)).trim()).toBe('@src/a.ts');
});

it('all that the host asks of the box in one message is carried out', async () => {
  const { host, box } = await typed('typed');
  const { channelId } = host;
  host.together(() => {
    host.send('draft.changed', {
      returned: 1,
      channelId,
      draft: { text: 'from a link', images: [] },
    });
    host.send('composer.focus', { text: ', and more' });
  });
  await expect.poll(() => messageText(box)).toBe('from a link\n\ntyped, and more');
  await expect.poll(() => host.draft.text).toBe('from a link\n\ntyped, and more');
});

it('what returns to a conversation stays out of the one that is shown next', async () => {
  const { page, host, box } = await typed('');
  host.together(() => {
    const { channelId } = host;
    host.send('draft.changed', { returned: 1, channelId, draft: { text: 'returned', images: [] } });
    host.channelId = 'channel-2' as ChannelId;
    host.draft = { text: 'second', images: [] };
    host.send('page.changed', host.pageInit());
  });
  await expect.poll(() => messageText(box)).toContain('second');
  await box.focus();
  await page.keyboard.type('!');
  await expect.poll(() => host.draft.text).toBe('second!');
});
