import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AgentState } from '../../src/contract/agentState';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { stopClock } from './harness/stopClock';
import { endTurn, opened, permissionFor, say, startTurn, turnOf } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

describe('The status', () => {
  const phases = [
    ['working', 'Working…'],
    ['lost', 'Stopped unexpectedly'],
    ['idle', 'Idle'],
    ['starting', 'Starting…'],
    ['stopping', 'Stopping…'],
    ['stopped', 'Stopped'],
  ] as const;
  it.each(rowsOf(phases.slice(0, 2), phases))('shows the phase %s', async (phase, text) => {
    const { page, host } = await open();
    host.emit({ type: 'agent.changed', agent: { phase, detail: 'A detail.' } });
    const status = page.getByRole('status', { name: 'Agent status' });
    // A newly opened page may already be in this phase.
    await expect.poll(() => status.textContent()).toContain('A detail.');
    expect(await status.getAttribute('data-phase')).toBe(phase);
    expect(await status.textContent()).toContain(text);
    const isBusy = ['starting', 'working'].includes(phase);
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(isBusy ? 1 : 0);
  });

  const prompts = [
    ['permission', 'Needs your approval'],
    ['question', 'Has a question for you'],
    ['plan', 'Plan ready for review'],
  ] as const;
  it.each(rowsOf(prompts.slice(0, 1), prompts))(
    'says that a %s waits, and nothing that its card says',
    async (kind, text) => {
      const { page, host } = await open();
      const asked = opened(permissionFor('p1', 'npm test'))[1];
      if (asked?.type !== 'prompt.opened') throw new Error('No prompt is opened');
      const more = { question: { questions: [] }, plan: { plan: '# Plan' }, permission: {} }[kind];
      host.emit(
        ...arrived,
        ...startTurn('1', 'Hi'),
        { ...asked, prompt: { ...asked.prompt, ...more, kind } as never },
        { type: 'agent.changed', agent: { phase: 'waiting', detail: 'npm test' } },
      );
      const status = page.getByRole('status', { name: 'Agent status' });
      await status.getByText(text).waitFor();
      expect(await status.textContent()).not.toContain('npm test');
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    },
  );

  it('is hidden from sight while there is nothing to say', async () => {
    const { page, host } = await open();
    host.emit(...arrived);
    const status = page.getByRole('status', { name: 'Agent status' });
    await expect.poll(() => status.getAttribute('data-phase')).toBe('idle');
    expect((await page.locator('.dock-lines').boundingBox())?.height).toBe(0);
    host.emit({ type: 'agent.changed', agent: { phase: 'idle', detail: 'It is back.' } });
    await status.getByText('It is back.').waitFor();
  });

  it('offers the available actions and shows the last output of the process', async () => {
    const { page, host } = await open();
    const agent: AgentState = {
      phase: 'lost',
      detail: 'The process ended (exit code 1).',
      stderr: 'Error: boom',
      actions: [
        'resume',
        'restart',
        'chooseFolder',
        'signIn',
        'installCli',
        'choosePath',
        'showLog',
      ],
      restartsBeforeNext: true,
    };
    host.emit({ type: 'agent.changed', agent });
    await page.getByText('restarts before the next message').waitFor();
    await page.getByText('Last output of the process').click();
    await page.getByText('Error: boom').waitFor();
    const labels = [
      'Resume',
      'Restart',
      'Choose Another Folder',
      'Sign In',
      'Install',
      'Choose Path',
      'Show Log',
    ];
    for (const [index, name] of labels.entries()) {
      await page.getByRole('button', { name, exact: true }).click();
      expect(await host.waitFor('agent.act', index + 1)).toMatchObject({
        action: agent.actions?.[index],
      });
    }
  });

  it('leaves it to the card of the turn how the agent was lost, and what to do', async () => {
    const { page, host } = await open();
    const detail = 'The process ended (signal SIGKILL).';
    host.emit(...arrived, ...startTurn('1', 'Hi'), ...endTurn({ kind: 'lost', message: detail }), {
      type: 'agent.changed',
      agent: { phase: 'lost', detail, stderr: 'boom', actions: ['resume', 'showLog'] },
    });
    await page.getByText('Last output of the process').waitFor();
    const status = page.getByRole('status', { name: 'Agent status' });
    await status.getByText('Stopped unexpectedly').waitFor();
    expect(await page.locator('.outcome, .status', { hasText: detail }).count()).toBe(1);
    const region = page.locator('[data-region=announcements]');
    await region.getByText(`Claude stopped unexpectedly. ${detail}`).waitFor({ state: 'attached' });
    expect((await region.textContent())?.split(detail)).toHaveLength(2);
    for (const name of ['Continue', 'Show Log']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1);
    }
    expect(await page.getByRole('button', { name: 'Resume', exact: true }).count()).toBe(0);
    host.emit(...turnOf('2', 'Again', 'Here.'), {
      type: 'agent.changed',
      agent: { phase: 'lost', detail, actions: ['resume'] },
    });
    await status.getByText(detail).waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  });

  it('counts the seconds while the agent works', async () => {
    const { page, host } = await open({ isOwn: true });
    await stopClock(page);
    host.emit(...startTurn('1', 'Hi'));
    await page.clock.runFor(100);
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.clock.runFor(3_000);
    await page.getByRole('status').getByText('3 s').waitFor();
  });
});

describe('The folder label', () => {
  testInFull('is hidden when there is only one folder', async () => {
    const { page, host } = await open();
    host.emit({ type: 'folder.changed', folder: {} });
    await page.getByRole('status', { name: 'Agent status' }).waitFor();
    expect(await page.getByRole('button', { name: /^Folder: / }).count()).toBe(0);
  });

  it('names the folder or the branch of a worktree, and opens a menu', async () => {
    const { page, host } = await open();
    host.emit({ type: 'folder.changed', folder: { name: 'server' } });
    await page.getByRole('button', { name: 'Folder: server', exact: true }).click();
    await host.waitFor('folder.open');
    host.emit({ type: 'folder.changed', folder: { name: 'x', branch: 'a-long/name-of-a-branch' } });
    const label = page.getByRole('button', { name: /^Folder: x, worktree a-long/ });
    await label.waitFor();
    expect(await label.textContent()).toContain('worktree a-long/name-of-a-branch');
  });

  it('marks a temporary conversation as not stored, without a fork button', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hi'), ...endTurn());
    await page.getByRole('button', { name: 'Fork Conversation from Here' }).waitFor();
    host.emit({ type: 'folder.changed', folder: { isTemporary: true } });
    await page.getByText('Temporary: not stored').waitFor();
    expect(await page.getByRole('button', { name: /^Fork/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Rewind Code to Here' }).count()).toBe(1);
  });
});

describe('The meters', () => {
  it('are shown before any usage is known', async () => {
    const { page } = await open();
    const meter = page.getByRole('meter', { name: 'Context used' });
    expect(await meter.textContent()).toContain('?');
  });

  it('show no full bar while the size of the context is unknown', async () => {
    const { page, host } = await open();
    const meter = page.getByRole('meter', { name: 'Context used' });
    host.emit({ type: 'usage.changed', usage: { contextTokens: 14_900 } });
    await meter.getByText('14.9k').waitFor();
    expect(await meter.locator('.ring').getAttribute('style')).toBeNull();
    expect(await meter.getAttribute('aria-valuenow')).toBe('0');
  });

  it('show tokens, context share and cost, and warn', async () => {
    const { page, host } = await open();
    const meter = page.getByRole('meter', { name: 'Context used' });
    const usage = { contextTokens: 45_200, contextWindow: 200_000, costUsd: 1.234 };
    host.emit({ type: 'usage.changed', usage });
    await meter.getByText('23%').waitFor();
    expect(await meter.getAttribute('aria-valuetext')).toBe('45,200 of 200,000 tokens, 23%');
    expect(await meter.getAttribute('aria-valuenow')).toBe('45200');
    const cost = page.getByLabel('Cost', { exact: true });
    expect(await cost.textContent()).toBe('$1.23');
    expect(await cost.getAttribute('aria-live')).toBe('off');
    host.emit({ type: 'usage.changed', usage: { contextTokens: 185_000 } });
    await page.locator('.meter-critical').waitFor();
  });
});

describe('Observed model calls', () => {
  const minutes = 60_000;
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

  testInFull('are not mentioned while nobody observes them', async () => {
    const { page, host } = await open();
    host.send('calls.live', { channelId: host.channelId });
    host.emit({ type: 'usage.changed', usage: { costUsd: 1.5 } });
    await page.getByLabel('Cost', { exact: true }).waitFor();
    expect(await group(page, 'Cache').count()).toBe(0);
  });

  it('show the time until the cache is cold, and say what that costs', async () => {
    const { page, host } = await open();
    const cache = { coldAt: Date.now() + 3 * minutes + 12_500, tokens: 84_000 };
    host.send('calls.live', {
      channelId: host.channelId,
      live: { inFlight: 2, tokensPerSecond: 41.7, cache },
    });
    const meter = group(page, 'Cache');
    await meter.waitFor();
    expect(await meter.innerText()).toMatch(/^cache 3:1\d$/);
    expect(await meter.getAttribute('aria-live')).toBe('off');
    expect(await meter.getAttribute('title')).toMatch(
      /^The cache goes cold in 3:1\d\. 84,000 tokens must be written again after that\. 2 calls are running\. About 42 tokens per second\.$/,
    );
    host.send('calls.live', {
      ...{ channelId: host.channelId, live: { inFlight: 0, cache: { ...cache, coldAt: 1 } } },
    });
    await expect.poll(() => meter.innerText()).toBe('cache cold');
    expect(await meter.getAttribute('title')).toBe(
      'The cache is cold. 84,000 tokens must be written again.',
    );
    expect(await axeFindings(page)).toEqual([]);
  });

  it('count down to the next attempt after a failure', async () => {
    const { page, host } = await open();
    const live = { inFlight: 0, retryAt: Date.now() + 2 * minutes };
    host.send('calls.live', { channelId: host.channelId, live });
    await expect.poll(() => group(page, 'Retry').innerText()).toMatch(/^retry (?:2:00|1:5\d)$/);
  });

  it('fit a narrow side bar, and move nothing while they count', async () => {
    const { page, host } = await open();
    await page.setViewportSize({ width: 260, height: 500 });
    const usage = { contextTokens: 145_200, contextWindow: 200_000, costUsd: 12.34 };
    host.emit({ type: 'usage.changed', usage });
    const show = (left: number) =>
      host.send('calls.live', {
        channelId: host.channelId,
        live: { inFlight: 1, cache: { coldAt: Date.now() + left, tokens: 84_000 } },
      });
    show(11 * minutes);
    const meter = group(page, 'Cache');
    await expect.poll(() => meter.innerText()).toMatch(/^1[01]:\d\d$/);
    const before = await meter.boundingBox();
    show(minutes);
    await expect.poll(() => meter.innerText()).toMatch(/^[01]:\d\d$/);
    const { width } = (await meter.boundingBox()) ?? expect.fail();
    expect(width).toBe(before?.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(260);
  });

  testInFull('of another conversation, and what is none, are ignored', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    const cache = { coldAt: Date.now() + minutes, tokens: 5 };
    host.send('calls.live', { channelId, live: { inFlight: 0, cache } });
    await group(page, 'Cache').waitFor();
    host.post({ kind: 'event', name: 'calls.live', event: { channelId: 'other', live: {} } });
    expect(await group(page, 'Cache').count()).toBe(1);
    for (const live of [null, 'x', {}, { inFlight: 1, cache: 7 }, { inFlight: 1, cache: {} }]) {
      host.post({ kind: 'event', name: 'calls.live', event: { channelId, live } });
    }
    await expect.poll(() => group(page, 'Cache').count()).toBe(0);
  });
});

describe('The usage of a turn', () => {
  const main = { input: 203, output: 1_030, cacheWritten: 2_003, cacheRead: 120_003 };

  it('is behind its duration and cost, by keyboard too', async () => {
    const { page, host } = await open();
    const [ended] = endTurn();
    if (ended?.type !== 'turn.ended') throw new Error('The turn does not end');
    const all = { ...main, output: 1_500 };
    const usage = { main, all, apiMs: 9_000, calls: 3 };
    host.emit(...startTurn('1', 'Hi'), ...say('b', 'Done.'), { ...ended, usage });
    const summary = page.locator('.turn-usage summary', { hasText: '12 s' });
    await summary.focus();
    await page.keyboard.press('Enter');
    const terms = page.locator('.turn-usage dl > div');
    expect((await terms.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))).toEqual([
      'Time 12 s',
      'Cost $0.01',
      'Tokens in 203',
      'Tokens out 1,030',
      'Cache written 2,003',
      'Cache read 120,003',
      'With subagents and side calls 203 in, 1,500 out; cache: 2,003 written, 120,003 read',
      'API time 9 s',
      'Model calls 3',
    ]);
    const why = page.getByRole('button', { name: 'Explain This Cost' });
    await page.keyboard.press('Tab');
    await expect.poll(() => why.evaluate(button => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => host.calls.find(({ method }) => method === 'inspector.show')?.params)
      .toEqual({ channelId: host.channelId, turnId: host.conversation.turns[0]?.id });
    expect(await axeFindings(page)).toEqual([]);
  });

  testInFull('has a name of its own where neither duration nor cost is known', async () => {
    const { page, host } = await open();
    host.emit(...startTurn('1', 'Hi'), ...say('b', 'Done.'), {
      ...{ type: 'turn.ended', at: 1, outcome: { kind: 'completed' }, usage: { main } },
    });
    await page.getByText('Usage', { exact: true }).click();
    await page.getByText('120,003').waitFor();
    expect(await page.getByText('Model calls').count()).toBe(0);
  });
});

describe('Announcements', () => {
  it('are made once for a reply, a prompt, an error and a change of status', async () => {
    const { page, host } = await open();
    const region = page.locator('[data-region=announcements]');
    const texts = () => region.locator('p').allInnerTexts();
    host.emit(...arrived);
    await expect.poll(texts).toEqual(['Idle']);
    host.emit(...startTurn('1', 'Hi'));
    await expect.poll(texts).toEqual(['Idle', 'Working…']);
    host.emit(...say('b', 'The answer is 42.'));
    host.emit(...opened(permissionFor('p1', 'npm test')));
    const waiting = ['Permission: Bash npm test', 'Needs your approval'];
    await expect.poll(texts).toEqual(['Idle', 'Working…', ...waiting]);
    const error = { kind: 'error', reason: 'overloaded', message: 'Busy.' } as const;
    host.emit(...endTurn(error));
    await expect
      .poll(texts)
      .toEqual([
        ...waiting,
        'Claude: The answer is 42.',
        'Claude is overloaded right now. Try again in a moment. Busy.',
        'Idle',
      ]);
    expect(await region.getAttribute('aria-live')).toBe('polite');
  });

  testInFull('are not made for restored content', async () => {
    const { page, host, reload } = await open();
    host.emit(...arrived, ...turnOf('1', 'Hi', 'Old reply'));
    await page.getByRole('log').getByText('Old reply').waitFor();
    await reload();
    await page.getByRole('log').getByText('Old reply').waitFor();
    // A gap triggers a snapshot, which is not announced either.
    host.happen(turnOf('2', 'Hi', 'Missed reply'));
    host.emit(...say('x', 'Later'));
    await page.getByRole('log').getByText('Missed reply').waitFor();
    expect(await page.locator('[data-region=announcements] p').count()).toBe(0);
  });
});
