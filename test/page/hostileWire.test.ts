import { describe, expect, it } from 'vitest';
import { newestRecorded } from '../support/recordings/recording';
import { recordedEvents, show } from './harness/recorded';
import { say, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

describe('Unusable messages to the page', () => {
  it('change nothing, and later messages are shown', async () => {
    const chat = await open();
    const { page, host } = chat;
    const events = recordedEvents(newestRecorded, 'permissions');
    const asked = events.findIndex(event => event.type === 'prompt.opened');
    await show(chat, events.slice(0, asked + 1));
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.getByRole('group', { name: 'Permission: Bash' }).waitFor();
    const seen = () => conversation.innerText();
    const before = await seen();
    const { channelId, epoch } = host;
    const next = host.seq + 1;
    const message = (fields: object) => ({
      kind: 'event',
      name: 'io_message',
      event: { channelId, epoch, seq: next, events: [], done: false, ...fields },
    });
    const text = { type: 'notice', notice: { kind: 'warning', text: 'Never shown' }, at: 1 };
    for (const wire of [
      null,
      'io_message',
      42,
      [],
      [text],
      {},
      { kind: 'event' },
      { kind: 'event', name: '__proto__', event: {} },
      { kind: 'event', name: 'io_message' },
      { kind: 'call', id: 1, method: 'constructor', params: {} },
      { kind: 'result', id: 99_999, result: {} },
      { kind: 'failure', id: 1, error: null },
      message({ channelId: 7, events: [text] }),
      message({ channelId: 'of-nobody', events: [text] }),
      message({ channelId: '__proto__', events: [text] }),
      message({ seq: '1', events: [text] }),
      message({ seq: 1.5, events: [text] }),
      message({ epoch: null, events: [text] }),
      message({ events: 'x'.repeat(5_000_000) }),
      message({ events: { length: 1, 0: text } }),
      message({ events: [text, null] }),
      message({ events: [{ type: 5 }, text] }),
      { kind: 'event', name: 'page.changed', event: { gate: {}, snapshot: 'x' } },
      { kind: 'event', name: 'draft.changed', event: { channelId, draft: { text: 5 } } },
      { kind: 'event', name: 'config.changed', event: { config: null } },
    ]) {
      host.post(wire);
    }
    host.emit(...say('after', 'Still here.'));
    await conversation.getByText('Still here.').waitFor();
    expect(await page.getByText('Never shown').count()).toBe(0);
    expect((await seen()).startsWith(before)).toBe(true);
    const card = conversation.getByRole('group', { name: 'Permission: Bash' });
    await card.getByRole('button', { name: 'Allow Once' }).waitFor();
    const own =
      /^(?:draft|view)\.save$|^conversation\.last$|^page\.focused$|^prompt\.seen$|^log\.report$/;
    expect(host.calls.filter(call => !own.test(call.method))).toEqual([]);
    // The empty conversation may have asked; another time would mean that it was shown again.
    expect(host.called('conversation.last').length).toBeLessThanOrEqual(1);
  });

  it('change nothing if another origin sends them', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...say('first', 'Known.'));
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Known.').waitFor();
    const { channelId, epoch } = host;
    const notice = { type: 'notice', notice: { kind: 'warning', text: 'Never shown' }, at: 1 };
    const event = { channelId, epoch, seq: host.seq + 1, events: [notice], done: false };
    await page.evaluate(
      data => {
        for (const origin of ['https://example.com', 'null', '', `${window.origin}.example.com`]) {
          window.dispatchEvent(new MessageEvent('message', { data, origin }));
        }
      },
      { kind: 'event', name: 'io_message', event },
    );
    host.emit(...say('after', 'Still here.'));
    await log.getByText('Still here.').waitFor();
    expect(await page.getByText('Never shown').count()).toBe(0);
  });

  it('are shown whatever names of characters they hold', async () => {
    const { page, host } = await open();
    const text = 'A caf&eacute;, &lt;b&gt;, &hearts; and &zwnj;.';
    host.emit(...startTurn('1', 'Hello'), ...say('names', text), ...say('after', 'Still here.'));
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Still here.').waitFor();
    await log.getByText('A café, <b>, &hearts; and &zwnj;.', { exact: true }).waitFor();
  });

  it('do not widen the page when they are one huge line', async () => {
    const chat = await open();
    const { page, host } = chat;
    const events = recordedEvents(newestRecorded, 'bash_tools');
    const huge = `${'x'.repeat(2_000_000)}\u0007end`;
    await show(chat, events);
    const notice = { kind: 'commandOutput', command: 'context', text: huge } as const;
    host.emit({ type: 'notice', notice, at: 1 }, ...say('huge', huge));
    host.emit(...say('after', 'Still here.'));
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Still here.').waitFor();
    const overflow = await log.evaluate(element => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    // Chromium lays such text out in the square of its length: 2 MB held the page for ten seconds.
    const slow = await log.evaluate(element =>
      [...element.querySelectorAll('*')]
        .filter(part => getComputedStyle(part).unicodeBidi === 'plaintext')
        .map(part => part.outerHTML.slice(0, 80)),
    );
    expect(slow).toEqual([]);
  });
});

describe('Text in the page', () => {
  it.each([
    ['markup', "document.body.innerHTML = '<b>x</b>'"],
    ['an address of a script', "document.createElement('script').src = 'data:,x'"],
    ['a document', "document.createElement('iframe').srcdoc = '<b>x</b>'"],
    ['a trusted type', "trustedTypes.createPolicy('own', {})"],
  ])('cannot become %s', async (_, code) => {
    const { page, faults } = await open();
    await page.evaluate(() =>
      document.addEventListener('securitypolicyviolation', event => event.stopPropagation(), true),
    );
    const outcome = await page.evaluate(code).then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/TypeError.*(?:Trusted|Policy)/);
    faults.splice(0);
  });
});
