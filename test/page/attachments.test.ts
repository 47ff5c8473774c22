import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../src/base/imageSize';
import type { Attachment } from '../../src/contract/draft';
import type { MessageId } from '../../src/contract/ids';
import type { Mention, SentContext } from '../../src/contract/mentions';
import { testInFull } from '../support/inFull';
import { arrived } from './harness/reports';
import { endTurn, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

async function attach(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles(files);
}

const file = (name: string, content: string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content, 'latin1'),
});

const report: Attachment = {
  id: 'converted',
  name: 'report.docx',
  kind: 'text',
  origin: 'file',
  text: '# Report'.repeat(100),
  convertedFrom: 'Word',
};

describe('The strip of attachments', () => {
  it('shows files with size and tokens, opens them, and sends what was not removed', async () => {
    const { page, host } = await open();
    host.answers['attachment.convert'] = () => report;
    await attach(
      page,
      file('a.ts', 'const a = 1;'.repeat(100)),
      file('b.pdf', '%PDF-1.4 /Type /Page endobj'),
      file('report.docx', 'PK'),
      file('tool.exe', 'MZ\0\0\0'),
    );
    const strip = page.getByRole('list', { name: 'Attachments' });
    await strip.getByRole('button', { name: 'a.ts 1 KB · about 343 tokens' }).waitFor();
    await strip.getByRole('button', { name: /^b\.pdf 27 bytes · about 2,000 tokens/ }).waitFor();
    await strip
      .getByRole('button', { name: /^report\.docx Converted from Word · 800 bytes/ })
      .waitFor();
    await page.locator('.composer-notice', { hasText: 'tool.exe is not a text' }).waitFor();
    await strip.getByRole('button', { name: /^report\.docx/ }).click();
    expect(await host.waitFor('attachment.open')).toMatchObject({ id: 'converted' });
    // The host opens attachments of the draft that it knows.
    expect(host.called('draft.save').at(-1)?.draft.attachments).toHaveLength(3);
    await page.getByRole('button', { name: 'Remove b.pdf' }).click();
    await page
      .getByRole('button', { name: /^About 572 tokens – Show What Will Be Sent/ })
      .waitFor();
    const front = { id: 'f', kind: 'file', path: 'src/a.ts', tokens: 10 } as const;
    host.send('front.changed', { channelId: host.channelId, front });
    await page.getByRole('button', { name: /^About 582 tokens/ }).waitFor();
    const line = { id: 's', command: 'ls', at: 1, output: 'a.txt', end: { at: 2, exitCode: 0 } };
    host.emit({ type: 'shell.changed', line });
    await page.getByRole('button', { name: /^About 584 tokens/ }).click();
    expect((await host.waitFor('message.preview')).attachments).toHaveLength(2);
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = await host.waitFor('message.send');
    expect(sent.attachments?.map(({ name }) => name)).toEqual(['a.ts', 'report.docx']);
    await expect.poll(() => strip.count()).toBe(0);
  });

  it('returns with a draft, and follows the command that shows what will be sent', async () => {
    const { page, host } = await open({
      prepare: bed => {
        bed.draft = { text: 'see', images: [], attachments: [report] };
      },
    });
    await page.getByRole('button', { name: /^report\.docx/ }).waitFor();
    host.send('composer.preview', {});
    expect(await host.waitFor('message.preview')).toMatchObject({ attachments: [report] });
  });

  testInFull('makes images as small as the API wants them, and keeps their type', async () => {
    const { page, host } = await open();
    const dropped = await page.evaluateHandle(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 2_000;
      canvas.height = 1_000;
      const context = canvas.getContext('2d');
      const noise = context?.createImageData(2_000, 1_000);
      noise?.data.forEach((_, at, data) => {
        data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251;
      });
      if (noise) context?.putImageData(noise, 0, 0);
      const transfer = new DataTransfer();
      for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
        const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, type, 1));
        transfer.items.add(new File([blob ?? ''], type.replace('/', '.'), { type }));
      }
      return transfer;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByRole('img', { name: 'image.webp' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const { images } = await host.waitFor('message.send');
    expect(images.map(({ mediaType }) => mediaType)).toEqual([
      ...(['image/png', 'image/jpeg', 'image/webp'] as const),
    ]);
    for (const { data } of images) {
      const bytes = Buffer.from(data, 'base64');
      const { width = 0, height = 0 } = imageSize(bytes) ?? {};
      expect(bytes.length).toBeLessThan(200_000);
      expect(width).toBeLessThanOrEqual(1_568);
      expect(width).toBe(height * 2);
    }
  });
});

describe('A sent message', () => {
  const mention: Mention = {
    token: '@src/a.ts#5-10',
    label: 'a.ts, lines 5–10',
    target: { kind: 'file', path: 'src/a.ts', lines: { start: 5, end: 10 } },
  };
  const paste: Mention = {
    token: '[Pasted text, 34 lines]',
    label: 'Pasted text, 34 lines',
    target: { kind: 'attachment', id: 'p' },
  };
  const context: SentContext[] = [
    { kind: 'selection', title: 'Selection in b.ts, lines 1–2', size: 10, text: 'x' },
    { kind: 'text', title: 'Pasted text', size: 10, text: 'y', attachment: 'p' },
  ];

  it('draws its mentions as chips and lists the rest, each of which opens', async () => {
    const { page, host } = await open({ width: 300 });
    const messageId = 'm-1' as MessageId;
    const [started, prompt] = startTurn('1', `Compare ${mention.token} with ${paste.token}.`);
    if (!started || prompt?.type !== 'prompt.sent') throw new Error('The story has changed');
    host.emit(...arrived, started, { ...prompt, messageId, mentions: [mention, paste], context });
    host.emit(...endTurn());
    const message = page.getByRole('article', { name: 'You' });
    await message.getByRole('button', { name: 'a.ts, lines 5–10' }).click();
    expect(await host.waitFor('mention.open')).toMatchObject({ target: mention.target });
    await message.getByRole('button', { name: 'Pasted text, 34 lines' }).click();
    expect(await host.waitFor('context.open')).toMatchObject({ messageId, index: 1 });
    const label = message.getByText('Sent with it:');
    const list = message.getByRole('list');
    const rowOf = (part: Locator) => part.evaluate(one => one.getBoundingClientRect().top);
    expect(await rowOf(list)).toBeGreaterThan((await rowOf(label)) + 8);
    await message.getByRole('button', { name: 'Selection in b.ts' }).click();
    expect(await host.waitFor('context.open', 2)).toMatchObject({ messageId, index: 0 });
    expect(await message.getByRole('listitem').count()).toBe(1);
  });

  it('shows what it brings along while it is queued and while it is being sent', async () => {
    const { page, host } = await open();
    const waiting = { id: 'q' as MessageId, text: 'later', images: [], context: ['b.ts', 'c.pdf'] };
    host.emit(...arrived, { type: 'queue.changed', queue: [waiting] });
    await page.getByRole('list', { name: 'Queued messages' }).getByText('2 attachments').waitFor();
    host.emit({ type: 'sending.changed', sending: [waiting] });
    await page.getByText('With it: b.ts · c.pdf').waitFor();
  });
});
