import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock';
import { toDisposable } from '../../src/base/disposable';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { systemClock } from '../../src/node/systemClock';
import { failure, text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { testInFull } from '../support/inFull';
import { said, say } from './support/talk';

const hour = 3_600_000;

/** The system's clock, which a test can put forward by hours. */
class ForwardClock implements Clock {
  private ahead = 0;
  private readonly long = new Set<{ readonly at: number; readonly fire: () => void }>();

  now(): number {
    return systemClock.now() + this.ahead;
  }

  setTimeout(fire: () => void, delay: number) {
    if (delay < hour) {
      return systemClock.setTimeout(fire, delay);
    }
    const timer = { at: this.now() + delay, fire };
    this.long.add(timer);
    return toDisposable(() => this.long.delete(timer));
  }

  forward(ms: number): void {
    this.ahead += ms;
    for (const timer of [...this.long].filter(({ at }) => at <= this.now())) {
      this.long.delete(timer);
      timer.fire();
    }
  }
}

let api: ScriptedApi;
let home: IsolatedHome;
let registry: ChannelRegistry | undefined;

beforeEach(async () => {
  api = await ScriptedApi.start();
  // Only subscriptions have usage limits.
  const env = { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-scripted' };
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0, env });
});

afterEach(async () => {
  await Promise.all(registry?.all.map(({ id }) => registry?.close(id)) ?? []);
  registry?.dispose();
  await api.close();
  await home.dispose();
});

testInFull(
  'a turn that stopped at a usage limit goes on at the reset, also in the next window',
  async () => {
    const clock = new ForwardClock();
    const resetsAt = Math.round(clock.now() / 1000) + 7_200;
    const headers = {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': `${resetsAt}`,
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    };
    api.onPrompt('begin', [text('Begun.')]);
    api.onPrompt('work', [failure(429, { headers })]);
    api.onPrompt('Continue.', [text('Went on.')]);
    registry = await channelBed({ home, clock });
    const before = await registry.create(home.workspace);
    await say(before, 'begin', 'work');
    expect(before.conversation.turns.at(-1)?.outcome).toMatchObject({
      ...{ kind: 'error', reason: 'usageLimit', resetsAt: resetsAt * 1000 },
    });
    expect(before.conversation.summary.limits?.five_hour).toMatchObject({ isReached: true });
    before.goOn.plan();
    await before.flush();
    registry.dispose();

    registry = await channelBed({ home, clock });
    const channel = await registry.load(home.workspace, before.id);
    if (!channel) throw new Error('The conversation is gone');
    expect(channel.conversation.summary.goOnAt).toBe(resetsAt * 1000 + 5_000);
    const watch = new ChannelWatch(channel);
    const turns = channel.conversation.turns.length;
    clock.forward(2 * hour);
    expect(channel.conversation.summary.queue).toEqual([]);
    clock.forward(60_000);
    await watch.turns(turns + 1);
    expect(said(channel).slice(-2)).toEqual(['Continue.', 'Went on.']);
    expect(channel.conversation.summary.goOnAt).toBeUndefined();
    expect(channel.record.goOn).toBeUndefined();
  },
);

it('a turn does not go on by itself once the user has sent something', async () => {
  const clock = new ForwardClock();
  registry = await channelBed({ home, clock });
  const channel = await registry.create(home.workspace);
  const reset = {
    'anthropic-ratelimit-unified-reset': `${Math.round(clock.now() / 1000) + 7_200}`,
  };
  const headers = {
    ...{ 'anthropic-ratelimit-unified-status': 'rejected', ...reset },
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  };
  api.onPrompt('work', [failure(429, { headers })]);
  api.onPrompt('other', [text('Other.')]);
  await say(channel, 'work');
  channel.goOn.plan();
  expect(channel.conversation.summary.goOnAt).toBeDefined();
  await say(channel, 'other');
  expect(channel.conversation.summary.goOnAt).toBeUndefined();
  clock.forward(3 * hour);
  expect(channel.conversation.summary.queue).toEqual([]);
  expect(channel.conversation.turns).toHaveLength(2);
});
