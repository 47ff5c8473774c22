import { describe, expect, it } from 'vitest';
import type { QueuedMessage } from '../../src/contract/events';
import type { MessageId } from '../../src/contract/ids';
import { arrived } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

function queued(id: string, text: string): QueuedMessage {
  return { id: id as MessageId, text, images: [] };
}

describe('The queue', () => {
  it('lists what waits, with Edit, Send now and Remove for each', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'Hi'));
    await page.getByRole('textbox', { name: 'Message' }).fill('then this');
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    const queue = [
      queued('q1', 'then this'),
      { ...queued('q2', 'and that'), mode: 'plan' as const },
    ];
    host.emit({ type: 'queue.changed', queue });
    const list = page.getByRole('list', { name: 'Queued messages' });
    await list.waitFor();
    const items = list.getByRole('listitem');
    expect(await items.count()).toBe(2);
    expect(await items.nth(1).textContent()).toContain('Plan');
    await items.nth(0).getByRole('button', { name: 'Send now' }).click();
    expect(await host.waitFor('queue.sendNow')).toMatchObject({ messageId: 'q1' });
    await items.nth(1).getByRole('button', { name: 'Remove' }).click();
    expect(await host.waitFor('queue.remove')).toMatchObject({ messageId: 'q2' });
    host.emit({ type: 'queue.changed', queue: [] });
    await list.waitFor({ state: 'detached' });
  });

  it('gives a message back to the composer and keeps what is written there', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    host.emit(...arrived, { type: 'queue.changed', queue: [queued('q1', 'queued text')] });
    host.answers['queue.edit'] = () => {
      const draft = { text: 'queued text', images: [] };
      host.send('draft.changed', { channelId: host.channelId, draft });
      return draft;
    };
    await input.fill('half written');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => input.inputValue()).toBe('queued text\n\nhalf written');
    await expect.poll(() => host.draft.text).toBe('queued text\n\nhalf written');
    expect(await input.evaluate(element => element === document.activeElement)).toBe(true);
  });

  it('empties a composer whose text another page has sent', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.fill('shared');
    await expect.poll(() => host.draft.text).toBe('shared');
    host.send('draft.changed', { channelId: host.channelId, draft: { text: '', images: [] } });
    await expect.poll(() => input.inputValue()).toBe('');
  });
});
