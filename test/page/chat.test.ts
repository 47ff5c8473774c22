import { describe, expect, it } from 'vitest';
import type { ErrorReason, TurnOutcome } from '../../src/contract/events';
import type { BlobId, MessageId, ToolCallId } from '../../src/contract/ids';
import type { Notice } from '../../src/contract/notices';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { delta, endTurn, say, startBlock, startTurn, turnOf } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const at = Date.UTC(2026, 10, 20, 9, 31);

describe('A conversation', () => {
  it('streams a reply as one message of the agent', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hello'), startBlock('b'), delta('b', '# Title\n\nSome **bo'));
    await page.getByRole('heading', { name: 'Title' }).waitFor();
    host.emit(delta('b', 'ld** words'));
    await page.locator('strong', { hasText: 'bold' }).waitFor();
    host.emit({ type: 'block.ended', blockId: 'b' }, ...endTurn());
    await page.getByRole('button', { name: 'Copy Reply' }).waitFor();
    const log = page.getByRole('log', { name: 'Conversation' });
    expect(await log.getAttribute('aria-live')).toBe('off');
    expect(await log.getByRole('article', { name: 'You' }).textContent()).toContain('Hello');
    expect(await log.getByRole('article', { name: 'Claude' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy Reply' }).click();
    expect(await host.waitFor('clipboard.write')).toEqual({
      text: '# Title\n\nSome **bold** words',
    });
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    // The host assembles the text of a whole turn, because the page may lack parts of it.
    await page.getByRole('button', { name: 'Copy Turn' }).click();
    expect(await host.waitFor('turn.copy')).toMatchObject({ turnId: '1' });
  });

  testInFull('shows the configured title of the agent', async () => {
    const { page, host } = await open({
      prepare: scripted => {
        scripted.init = {
          ...scripted.init,
          config: { ...scripted.init.config, agentTitle: 'Gemini' },
        };
      },
    });
    host.emit(...turnOf('1', 'Hello', 'Hi'));
    await page.getByRole('article', { name: 'Gemini' }).waitFor();
  });

  it('requests a snapshot after a gap and continues from there', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hello'), startBlock('b'), delta('b', 'one '));
    host.happen([delta('b', 'two ')]);
    host.emit(delta('b', 'three '));
    host.emit(delta('b', 'four'));
    await page.getByText('one two three four', { exact: true }).waitFor();
    expect(host.called('conversation.snapshot')).toHaveLength(1);
  });

  it('keeps expanded items and the draft when it has to start again', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hi'), startBlock('k', 'thinking'), delta('k', 'Secret thoughts'));
    await page.getByRole('group', { name: 'Thinking' }).getByRole('button').click();
    await page.getByRole('textbox', { name: 'Message' }).fill('half a thou');
    host.epoch += 1;
    host.emit(...say('b', 'Reply'));
    await page.getByText('Reply').waitFor();
    expect(host.called('conversation.snapshot')).toHaveLength(1);
    expect(await page.getByText('Secret thoughts').isVisible()).toBe(true);
    expect(await messageText(page.getByRole('textbox', { name: 'Message' }))).toBe('half a thou');
  });

  it('ignores other channels, unknown events and malformed messages', async () => {
    const { page, host } = await open();
    host.emit(...turnOf('1', 'Hello', 'Reply'));
    const log = page.getByRole('log');
    await log.getByText('Reply').waitFor();
    const before = (await log.textContent()) ?? '';
    const { channelId, epoch, seq } = host;
    const event = (name: string, body: unknown) => ({ kind: 'event', name, event: body });
    for (const message of [
      'text',
      null,
      { kind: 'event' },
      { kind: 'result', id: 999, result: {} },
      { kind: 'call', id: 7, method: 'eval', params: {} },
      event('no.such.event', {}),
      event('constructor', {}),
      event('io_message', null),
      event('io_message', { channelId, epoch, seq: seq + 1, events: 'x', done: false }),
      event('io_message', { channelId, epoch, seq: seq + 1, events: [null], done: false }),
      event('io_message', {
        channelId: 'other',
        epoch: 1,
        seq: 1,
        events: say('x', 'No'),
        done: false,
      }),
      event('page.changed', { gate: 'untrusted' }),
      event('draft.changed', { channelId, draft: 7 }),
      event('config.changed', {}),
      [],
      [seq + 1],
      [seq + 1, 7],
      [`${seq + 1}`, 'No'],
      { batch: 7 },
      { batch: [undefined, 7, 'text', [seq + 1], { batch: [] }, { batch: [{ batch: 7 }] }] },
      [seq + 1, 'No', 'No'],
    ]) {
      host.post(message);
    }
    // Events are processed in order: when this reply appears, the earlier ones have been handled.
    host.emit({ type: 'unknown.type' } as never, ...turnOf('2', 'Again', 'Second reply'));
    await log.getByText('Second reply').waitFor();
    const after = await log.textContent();
    expect(after?.startsWith(before)).toBe(true);
    expect(await page.getByRole('article').count()).toBe(4);
    expect(host.called('conversation.snapshot')).toHaveLength(0);
  });

  it('appends text in its short form, and asks for a snapshot if it missed what it continues', async () => {
    const { page, host } = await open();
    const more = (text: string) => {
      host.happen([delta('a', text)]);
      return [host.seq, text];
    };
    host.emit(...startTurn('1', 'Hello'), startBlock('a'), delta('a', 'First'));
    host.post(more(', second'));
    host.post(more(' and third.'));
    const log = page.getByRole('log');
    await log.getByText('First, second and third.').waitFor();
    expect(host.called('conversation.snapshot')).toHaveLength(0);
    more(' This is lost.');
    host.post(more(' This is not.'));
    await log.getByText('First, second and third. This is lost. This is not.').waitFor();
    expect(host.called('conversation.snapshot')).toHaveLength(1);
  });

  it('takes messages that were posted together in their order', async () => {
    const { page, host } = await open();
    host.together(() => {
      host.emit(...startTurn('1', 'Hello'), startBlock('a'), delta('a', 'First'));
      host.happen([delta('a', ', second')]);
      host.post([host.seq, ', second']);
      host.emit(...turnOf('2', 'Again', 'Third'));
    });
    const log = page.getByRole('log');
    await log.getByText('Third').waitFor();
    expect(await log.textContent()).toMatch(/Hello.*First, second.*Again.*Third/s);
    expect(host.called('conversation.snapshot')).toHaveLength(0);
  });

  it('switches to another conversation when the host sends one', async () => {
    const { page, host } = await open();
    host.emit(...turnOf('1', 'Hello', 'Reply'));
    await page.getByRole('log').getByText('Reply').waitFor();
    const snapshot = { ...host.snapshot(), channelId: 'channel-2' as never, turns: [], epoch: 9 };
    host.send('page.changed', { ...host.init, snapshot });
    await page.getByRole('heading', { name: 'What should we work on?' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('fills the composer with an example and sends nothing', async () => {
    const { page, host } = await open();
    await page.getByRole('button', { name: 'What does this project do?' }).click();
    const input = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => messageText(input)).toBe('What does this project do?');
    expect(host.called('message.send')).toEqual([]);
  });

  it('names the folder, what the mode asks, and leads back to the last conversation', async () => {
    const { page, host } = await open({
      prepare: scripted => {
        scripted.answers['conversation.last'] = () => ({ title: 'Add a flag' });
      },
    });
    host.emit({ type: 'session.changed', cwd: '/home/me/todo-cli' });
    const folder = page.getByText('todo-cli', { exact: true });
    expect(await folder.getAttribute('title')).toBe('/home/me/todo-cli');
    await page.getByText('Claude asks before it edits files.').waitFor();
    host.emit({ type: 'settings.changed', settings: { mode: 'plan' } });
    await page.getByText('Claude only reads, and proposes a plan.').waitFor();
    await page.getByRole('button', { name: 'Continue: Add a flag' }).click();
    expect(await host.waitFor('host.act')).toEqual({ action: 'continueLast' });
  });

  it('shows the first message at once while Claude starts', async () => {
    const { page, host } = await open();
    const message = { id: 'm1' as MessageId, text: 'Hello there', images: [] };
    host.emit({ type: 'agent.changed', agent: { phase: 'starting' } });
    host.emit({ type: 'sending.changed', sending: [message] });
    await page.getByRole('article', { name: 'You' }).getByText('Hello there').waitFor();
    await page.getByText('Starting Claude…').waitFor();
    expect(await page.getByRole('heading', { name: 'What should we work on?' }).count()).toBe(0);
    host.emit({ type: 'agent.changed', agent: { phase: 'idle' } });
    await page.getByText('Sending…').waitFor();
    host.emit(
      { type: 'prompt.sent', messageId: message.id, at: 1, text: message.text, images: [] },
      { type: 'sending.changed', sending: [] },
    );
    await page.getByText('Sending…').waitFor({ state: 'detached' });
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(1);
  });

  testInFull('leads to other agents before the first message', async () => {
    const { page, host } = await open();
    const links = page.locator('.empty-links > button');
    const gap = await links.evaluateAll(([one, other]) =>
      one && other ? other.getBoundingClientRect().left - one.getBoundingClientRect().right : 0,
    );
    expect(gap).toBeGreaterThan(8);
    await page.getByRole('button', { name: 'Use Another Agent' }).click();
    expect(await host.waitFor('host.act')).toEqual({ action: 'otherAgent' });
  });

  it('leads to the walkthrough before the first message', async () => {
    const { page, host } = await open();
    await page.getByRole('button', { name: 'Get Started' }).click();
    expect(await host.waitFor('host.act')).toEqual({ action: 'getStarted' });
  });
});

describe('Thinking', () => {
  it('is folded, shows its duration when it ends, and unfolds', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hi'), startBlock('k', 'thinking'), delta('k', 'A *deep* thought'));
    const group = page.getByRole('group', { name: 'Thinking' });
    await group.getByText('Thinking…').waitFor();
    expect(await page.getByText('deep').count()).toBe(0);
    host.emit({ type: 'block.ended', blockId: 'k', durationMs: 12_000 });
    const button = group.getByRole('button', { name: 'Thought for 12 s' });
    await button.click();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.locator('em', { hasText: 'deep' }).waitFor();
    const { view } = await host.waitFor('view.save');
    expect(view.expanded).toEqual(['block:k']);
  });

  it('explains why there is nothing to read', async () => {
    const { page, host } = await open();
    host.emit(
      ...startTurn('1', 'Hi'),
      startBlock('k1', 'thinking'),
      { type: 'block.ended', blockId: 'k1' },
      startBlock('k2', 'thinking'),
      { type: 'block.ended', blockId: 'k2', isRedacted: true },
    );
    await page.getByText('No readable thinking from this model').waitFor();
    await page.getByText('Thinking is encrypted').waitFor();
  });
});

describe('Notices', () => {
  const notices: readonly [Notice, string][] = [
    [{ kind: 'info', text: 'A hint.' }, 'A hint.'],
    [{ kind: 'warning', text: 'Take care.' }, 'Take care.'],
    [{ kind: 'compacting' }, 'Compacting the conversation…'],
    [
      { kind: 'retrying', attempt: 2, maxAttempts: 10, delayMs: 5000, status: 529 },
      'Claude is overloaded (529). Retrying',
    ],
    [{ kind: 'commandOutput', command: '/cost', text: '\u001b[1mTotal\u001b[0m: $1' }, 'Total: $1'],
    [{ kind: 'compacted', tokensBefore: 150000 }, 'The conversation was compacted'],
    [
      { kind: 'compacted', tokensBefore: 95051, tokensAfter: 2640, isAutomatic: true },
      'The conversation was compacted to make room and continues with a summary',
    ],
  ];
  it.each(rowsOf(notices.slice(-3), notices))('are shown: %j', async (notice, text) => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hi'), { type: 'notice', notice, at });
    await page.getByText(text).waitFor();
  });

  it('unfold to the summary of a compacted conversation', async () => {
    const { page, host } = await open();
    const notice: Notice = { kind: 'compacted', summary: 'We did **much**.' };
    host.emit(...startTurn('1', 'Hi'), { type: 'notice', notice, at });
    await page.getByRole('button', { name: 'The conversation was compacted' }).click();
    await page.locator('strong', { hasText: 'much' }).waitFor();
  });

  it('unfold to the output of a hook, and one without output has nothing to unfold', async () => {
    const { page, host } = await open();
    const notice = {
      kind: 'hook',
      name: 'PreToolUse:Bash',
      result: 'blocked',
      exitCode: 2,
    } as const;
    host.emit(
      ...startTurn('1', 'Hi'),
      { type: 'notice', notice: { ...notice, text: 'Not on\n<b>Fridays</b>' }, at },
      { type: 'notice', notice: { ...notice, name: 'Stop', text: '' }, at },
    );
    const line = page.getByRole('button', { name: 'PreToolUse:Bash' });
    await line.waitFor();
    expect(await page.getByText('<b>Fridays</b>').count()).toBe(0);
    await line.focus();
    await page.keyboard.press('Enter');
    await page.getByText('<b>Fridays</b>').waitFor();
    expect(await line.getAttribute('aria-expanded')).toBe('true');
    await page.locator('.notice').getByText('The hook Stop stopped this').waitFor();
    expect(await page.getByRole('button', { name: /hook Stop/ }).count()).toBe(0);
  });

  it('report what was not understood', async () => {
    const { page, host } = await open();
    host.emit({ type: 'unknown', what: 'frame of type "hologram"', at });
    await page.getByText('Not understood: frame of type "hologram"').waitFor();
  });
});

describe('The end of a turn', () => {
  const reasons: readonly ErrorReason[] = [
    ...(['authentication', 'billing', 'rateLimit', 'usageLimit', 'modelNotFound'] as const),
    ...(['promptTooLong', 'requestTooLarge', 'image', 'overloaded', 'server'] as const),
    ...(['connection', 'invalidRequest', 'execution', 'unknown'] as const),
  ];
  const outcomes: readonly TurnOutcome[] = [
    { kind: 'interrupted' },
    { kind: 'maxTurns' },
    { kind: 'maxBudget' },
    { kind: 'hookStopped', message: 'Tests are red.' },
    { kind: 'lost', message: 'Exit code 137.' },
    ...reasons.map(reason => ({ kind: 'error' as const, reason, message: `It was ${reason}.` })),
  ];
  const newest = outcomes.slice(-3);
  it.each(rowsOf([...outcomes.slice(0, 5), ...newest], outcomes))(
    'shows a sentence and a button that asks the host: %j',
    async outcome => {
      const { page, host } = await open();
      host.emit(...startTurn('1', 'Hi'), ...endTurn(outcome));
      const box = page.locator(`[data-outcome="${outcome.kind}"]`);
      await box.waitFor();
      const sentence = await box.locator('p').first().textContent();
      // Nothing has to be explained to the user who has stopped it.
      expect(sentence?.length).toBeGreaterThan(outcome.kind === 'interrupted' ? 6 : 10);
      if ('message' in outcome && outcome.message) {
        await box.getByText(outcome.message).waitFor();
      }
      const button = box.getByRole('button').first();
      const label = await button.textContent();
      const calls = host.calls.length;
      await button.click();
      if (label === 'Choose Model') {
        await page.getByRole('listbox', { name: 'Model' }).waitFor();
      } else {
        await expect.poll(() => host.calls.length).toBeGreaterThan(calls);
      }
    },
  );

  it('offers no action while another process owns the conversation', async () => {
    const { page, host } = await open();
    const box = page.locator('[data-outcome="interrupted"]');
    host.emit(...startTurn('1', 'Hi'), ...endTurn({ kind: 'interrupted' }));
    await box.getByRole('button', { name: 'Continue' }).waitFor();
    const held = { phase: 'stopped', detail: 'Elsewhere', actions: ['takeOver'] } as const;
    host.emit({ type: 'agent.changed', agent: held });
    await page.getByRole('button', { name: 'Take Over' }).waitFor();
    await page.getByRole('status').getByText('Read-only').waitFor();
    expect(await box.getByRole('button').count()).toBe(0);
    host.emit(...startTurn('2', 'Hi'), ...endTurn({ kind: 'elsewhere' }));
    await page.locator('[data-outcome="elsewhere"]').waitFor();
  });

  it('is read-only while it is open elsewhere, and keeps what is typed', async () => {
    const { page, host } = await open({ width: 300 });
    const box = page.getByRole('textbox', { name: 'Message' });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    host.emit(...startTurn('1', 'Hi'), ...endTurn());
    await page.locator('.message-input.rich').waitFor();
    const detail = 'This conversation is open in another window.';
    const held = { phase: 'stopped', detail, actions: ['takeOver'] } as const;
    host.emit({ type: 'agent.changed', agent: held });
    await page.locator('[data-placeholder="Open elsewhere, read-only"]').waitFor();
    await box.fill('For later');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
    expect(await send.getAttribute('title')).toBe(
      'The conversation is open elsewhere. To send, choose Take Over.',
    );
    await send.click({ force: true });
    expect(host.called('message.send')).toEqual([]);
    expect(await messageText(box)).toBe('For later');
    host.emit({ type: 'agent.changed', agent: { phase: 'idle' } });
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null);
    await send.click();
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'For later' });
  });

  it('goes on when the limit is reset, and can be kept from it', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    const at = Date.now() + 3_600_000;
    const outcome = {
      kind: 'error',
      reason: 'usageLimit',
      message: 'Limit.',
      resetsAt: at,
    } as const;
    host.emit(...startTurn('1', 'Hi'), ...endTurn(outcome));
    await page.getByRole('button', { name: 'Continue at' }).click();
    expect(await host.waitFor('turn.goOnAtReset')).toEqual({ channelId });
    host.emit({ type: 'goOn.changed', at });
    await page.getByText('The conversation continues automatically at').waitFor();
    await page.getByRole('button', { name: 'Cancel Automatic Continue' }).click();
    expect(await host.waitFor('turn.cancelGoOn')).toEqual({ channelId });
    host.emit({ type: 'goOn.changed' });
    await page.getByRole('button', { name: 'Continue at' }).waitFor();
  });

  it('calls the right host action for each button, and only for the newest turn', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...startTurn('1', 'Hi'), ...endTurn({ kind: 'maxTurns' }));
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await host.waitFor('turn.continue')).toEqual({ channelId });
    const reason = 'authentication';
    host.emit(...startTurn('2', 'Hi'), ...endTurn({ kind: 'error', reason, message: '401' }));
    await page.getByRole('button', { name: 'Sign In' }).click();
    expect(await host.waitFor('agent.act')).toEqual({ channelId, action: 'signIn' });
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(await host.waitFor('turn.retry')).toEqual({ channelId });
    const refused = { kind: 'error', reason: 'image', message: 'Not an image.' } as const;
    host.emit(...startTurn('3', 'Look'), ...endTurn(refused));
    await page.getByRole('button', { name: 'Edit Message' }).click();
    expect(await host.waitFor('turn.edit')).toEqual({ channelId });
    // Only the newest turn can be retried.
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  });

  it('shows what the turn changed, its duration and its cost', async () => {
    const { page, host } = await open();
    const update = (id: string, path: string, added: number, removed: number) => [
      {
        type: 'tool.updated' as const,
        at,
        call: {
          id: id as ToolCallId,
          family: 'edit' as const,
          tool: 'Edit',
          title: 'Edit',
          target: path,
          content: [],
          locations: [],
          status: 'done' as const,
        },
      },
      {
        type: 'file.updated' as const,
        update: { toolId: id as ToolCallId, path, status: 'updated' as const, added, removed },
      },
    ];
    host.emit(
      ...startTurn('1', 'Hi'),
      ...update('a', 'src/a.ts', 100, 30),
      ...update('b', 'src/b.ts', 20, 3),
      ...endTurn(),
    );
    await page.getByText('2 files +120 −33').waitFor();
    await page.locator('.turn-usage summary', { hasText: '12 s' }).waitFor();
    await page.getByRole('button', { name: 'Review Changes' }).click();
    expect(await host.waitFor('turn.review')).toMatchObject({ turnId: '1' });
  });
});

describe('Large values', () => {
  it('are fetched on demand', async () => {
    const { page, host } = await open();
    const whole = `Beginning ${'and more '.repeat(500)}end of it`;
    host.answers['blob.read'] = () => ({ kind: 'text', text: whole });
    const text = { blob: 'blob-1' as BlobId, preview: 'Beginning', length: whole.length };
    host.emit({ type: 'prompt.sent', messageId: 'm' as MessageId, at, text, images: [] });
    await page.getByText('Beginning').waitFor();
    expect(host.called('blob.read')).toEqual([]);
    await page.getByRole('button', { name: 'Show All', exact: true }).click();
    await page.getByText('end of it').waitFor();
  });

  testInFull('are copied in full, and still shown in full after a reload', async () => {
    const { page, host, reload } = await open();
    const whole = `Beginning ${'and more '.repeat(500)}end of it`;
    host.answers['blob.read'] = () => ({ kind: 'text', text: whole });
    const text = { blob: 'blob-1' as BlobId, preview: 'Beginning', length: whole.length };
    host.emit({ type: 'prompt.sent', messageId: 'm' as MessageId, at, text, images: [] });
    const message = page.getByRole('article', { name: 'You' });
    await message.hover();
    await page.getByRole('button', { name: 'Copy Message' }).click();
    expect(await host.waitFor('clipboard.write')).toEqual({ text: whole });
    await page.getByRole('button', { name: 'Show All', exact: true }).click();
    await expect.poll(() => host.view.expanded.length).toBe(1);
    await reload();
    await page.getByText('end of it').waitFor();
  });

  it('are drawn as images under the content security policy', async () => {
    const { page, host } = await open();
    const data =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    host.answers['blob.read'] = () => ({ kind: 'base64', data, mediaType: 'image/png' });
    const image = {
      mediaType: 'image/png',
      bytes: 70,
      blob: 'b' as BlobId,
      name: 'dot.png',
    } as const;
    host.emit({ type: 'prompt.sent', messageId: 'm' as MessageId, at, text: '', images: [image] });
    const picture = page.getByRole('img', { name: 'dot.png' });
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  });
});
