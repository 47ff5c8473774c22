import { describe, expect, it } from 'vitest';
import type { QueuedMessage } from '../../src/contract/events';
import type { MessageId } from '../../src/contract/ids';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import { arrived, reported } from './harness/reports';
import { startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

function queued(id: string, text: string): QueuedMessage {
  return { id: id as MessageId, text, images: [] };
}

describe('The queue', () => {
  it('lists queued messages, each with Send now and Remove', async () => {
    const { page, host } = await open();
    host.emit(...arrived, reported({ model: 'haiku' }), ...startTurn('1', 'Hi'));
    await page.getByRole('textbox', { name: 'Message' }).fill('then this');
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    const queue = [
      queued('q1', 'then this'),
      { ...queued('q2', 'and that'), mode: 'plan' as const, model: 'sonnet' },
      { ...queued('q3', 'and then'), model: 'default' },
    ];
    host.emit({ type: 'queue.changed', queue });
    const list = page.getByRole('list', { name: 'Queued messages' });
    await list.waitFor();
    const items = list.getByRole('listitem');
    expect(await items.count()).toBe(3);
    expect(await items.nth(1).textContent()).toContain('Plan, Sonnet');
    expect(await items.nth(2).textContent()).toContain('Default (Opus)');
    await page.getByText('3 queued', { exact: true }).waitFor();
    await items.nth(0).getByRole('button', { name: 'Send Now' }).click();
    expect(await host.waitFor('queue.sendNow')).toMatchObject({ messageId: 'q1' });
    await items.nth(1).getByRole('button', { name: 'Remove' }).click();
    expect(await host.waitFor('queue.remove')).toMatchObject({ messageId: 'q2' });
    host.emit({ type: 'queue.changed', queue: [] });
    await list.waitFor({ state: 'detached' });
  });

  it('says that a queue is held and why, and sends or clears it on request', async () => {
    const { page, host } = await open();
    const queue = [queued('q1', 'then this'), queued('q2', 'and that')];
    const heldBecause = 'stopped';
    host.emit(...arrived, { type: 'queue.changed', queue, isHeld: true, heldBecause });
    const held = page.getByText('2 queued · Paused – You stopped Claude.');
    await held.waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await host.waitFor('queue.remove', 2)).toMatchObject({ messageId: 'q2' });
    expect(host.called('queue.remove')[0]).toMatchObject({ messageId: 'q1' });
    await page.getByRole('button', { name: 'Resume' }).click();
    await host.waitFor('queue.resume');
    host.emit({ type: 'queue.changed', queue });
    await held.waitFor({ state: 'detached' });
    expect(await page.getByText('then this').count()).toBe(1);
  });

  it('changes the order by buttons and by keys without losing the focus', async () => {
    const { page, host } = await open();
    let queue = ['one', 'two', 'three'].map(text => queued(text, text));
    host.answers['queue.move'] = ({ messageId, by }) => {
      const from = queue.findIndex(message => message.id === messageId);
      const [moved] = queue.splice(from, 1);
      queue = moved ? queue.toSpliced(from + by, 0, moved) : queue;
      host.emit({ type: 'queue.changed', queue });
    };
    host.emit(...arrived, { type: 'queue.changed', queue: [...queue] });
    const items = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
    const order = () => items.locator('.queued-text').allInnerTexts();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const row = activeElement?.closest('.queued')?.querySelector('.queued-text');
        return `${activeElement?.ariaLabel || activeElement?.textContent} of ${row?.textContent}`;
      });
    await items.nth(2).getByRole('button', { name: 'Move Up' }).click();
    await expect.poll(order).toEqual(['one', 'three', 'two']);
    expect(await focused()).toBe('Move Up of three');
    expect(await items.nth(0).getByRole('button', { name: 'Move Up' }).count()).toBe(0);
    expect(await items.nth(2).getByRole('button', { name: 'Move Down' }).count()).toBe(0);
    await items.nth(0).getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual(['three', 'one', 'two']);
    expect(await focused()).toBe('Edit of one');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual(['three', 'two', 'one']);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order).toEqual(['three', 'one', 'two']);
    expect(host.called('queue.move')).toHaveLength(4);
    await page.getByText('Place 2 of 3').first().waitFor({ state: 'attached' });
    // The pressed button disappears at the end of the list, and the next one gets the focus.
    await items.nth(1).getByRole('button', { name: 'Move Up' }).press('Enter');
    await expect.poll(order).toEqual(['one', 'three', 'two']);
    expect(await focused()).toBe('Move Down of one');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('returns a message to the composer and keeps the text there', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    host.emit(...arrived, { type: 'queue.changed', queue: [queued('q1', 'queued text')] });
    host.answers['queue.edit'] = () => {
      const draft = { text: 'queued text', images: [] };
      host.send('draft.changed', { returned: 1, channelId: host.channelId, draft });
      return draft;
    };
    await input.fill('half written');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => messageText(input)).toBe('queued text\n\nhalf written');
    await expect.poll(() => host.draft.text).toBe('queued text\n\nhalf written');
    expect(await input.evaluate(element => element === document.activeElement)).toBe(true);
  });

  it('clears a composer whose text was sent from another page', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.fill('shared');
    await expect.poll(() => host.draft.text).toBe('shared');
    host.send('draft.changed', {
      returned: 1,
      channelId: host.channelId,
      draft: { text: '', images: [] },
    });
    await expect.poll(() => messageText(input)).toBe('');
  });

  it.each(['before', 'after'])(
    'keeps a message that returns just %s the composer goes, and what is being typed',
    async when => {
      const { page, host } = await open();
      await page.getByRole('textbox', { name: 'Message' }).fill('typed meanwhile');
      host.together(() => {
        const giveBack = () => host.giveBack({ text: 'sent', images: [] });
        if (when === 'before') giveBack();
        host.init = { ...host.init, gate: { kind: 'noCli', searched: [], message: 'Too old.' } };
        host.send('page.changed', host.pageInit());
        if (when === 'after') giveBack();
      });
      await page.getByText('Too old.').waitFor();
      await expect.poll(() => host.draft.text).toBe('sent\ntyped meanwhile');
    },
  );

  it('saves what the user made of a message that returned', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    // A merge takes the focus, too: a page that has saved it is done with that.
    const giveBack = async (text: string, whole: string) => {
      host.giveBack({ text, images: [] });
      const last = () => host.called('draft.save').at(-1);
      await expect.poll(() => last()?.draft.text).toBe(whole);
      expect(last()?.returned).toBe(host.snapshot().returned);
    };
    await giveBack('sent', 'sent');
    await input.fill('something else');
    await expect.poll(() => host.draft.text).toBe('something else');
    await giveBack('again', 'again\nsomething else');
    await input.press('ControlOrMeta+a');
    await input.press('Delete');
    await expect.poll(() => host.draft.text).toBe('');
  });
});
