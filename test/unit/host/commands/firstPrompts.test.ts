import { describe, expect, test } from 'vitest';
import type { PlanPrompt, Prompt } from '../../../../src/contract/prompts';
import type { Channel } from '../../../../src/core/conversation/channel';
import { FirstPrompts } from '../../../../src/host/commands/firstPrompts';
import { seenTarget } from '../../../../src/host/commands/seenTarget';
import { readingTime } from '../../../../src/host/commands/steady';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { ask, call, toolId } from '../../transcript/events';
import { playPromptOrders } from './promptOrders';

/** Two conversations whose prompts a test sets, with a clock that it moves. */
class Window {
  time = 10_000;
  readonly seen = new Set<string>();
  readonly front = this.channel();
  readonly other = this.channel();
  readonly chats: { active: Channel | undefined } = { active: this.front };
  readonly firsts = new FirstPrompts(
    { chats: this.chats, channels: () => [this.front, this.other] },
    { now: () => this.time },
  );

  /** Sets what waits in a conversation, and tells it as the registry does. */
  wait(channel: Channel, ...waiting: Prompt[]): void {
    const summary = { ...emptyConversation.summary, waiting };
    Object.assign(channel, { conversation: { ...emptyConversation, summary } });
    this.firsts.note();
  }

  target(kind: Prompt['kind'] = 'permission', id?: unknown): string {
    return this.firsts.target(kind, id).prompt.id;
  }

  private channel(): Channel {
    const some: Partial<Channel> = {
      conversation: emptyConversation,
      hasSeen: id => this.seen.has(id),
    };
    return some as Channel;
  }
}

const [a, b] = [ask('a', 'a'), ask('b', 'b')];
const plan = { kind: 'plan', id: 'plan', toolId: toolId('p'), call: call('p', 'pending') };
const changed = expect.objectContaining({
  code: 'prompt.changed',
  message: 'A different question came first just now. Look at it, then answer.',
});
const none = expect.objectContaining({ code: 'prompt.none' });

describe('A command without an id', () => {
  test('answers no prompt that has just come first', () => {
    const window = new Window();
    window.wait(window.front, a, b);
    expect(() => window.target()).toThrow(changed);
    window.time += readingTime;
    expect(window.target()).toBe('a');
    window.wait(window.front, b);
    expect(() => window.target()).toThrow(changed);
    window.time += readingTime - 1;
    expect(() => window.target()).toThrow(changed);
    window.time += 1;
    expect(window.target()).toBe('b');
  });

  test('answers at once if another prompt comes behind the first', () => {
    const window = new Window();
    window.wait(window.front, a);
    window.time += readingTime;
    window.wait(window.front, a, b);
    expect(window.target()).toBe('a');
  });

  test('waits after another conversation has come to the front', () => {
    const window = new Window();
    window.wait(window.front, a);
    window.wait(window.other, b);
    window.time += readingTime;
    window.chats.active = window.other;
    expect(() => window.target()).toThrow(changed);
    window.time += readingTime;
    expect(window.target()).toBe('b');
  });

  test('does not wait for prompts of another kind', () => {
    const window = new Window();
    window.wait(window.front, a);
    window.time += readingTime;
    window.wait(window.front, plan as PlanPrompt, a);
    expect(window.target()).toBe('a');
    expect(() => window.target('plan')).toThrow(changed);
  });

  test('says that nothing waits, if so', () => {
    const window = new Window();
    expect(() => window.target()).toThrow(none);
  });

  test('is not blocked when the clock is set back', () => {
    const window = new Window();
    window.wait(window.front, a);
    window.time -= 3_600_000;
    expect(window.target()).toBe('a');
  });
});

test('A command with an id answers that prompt at once, and no other once it is gone', () => {
  const window = new Window();
  window.wait(window.front, a, b);
  expect(window.target('permission', 'b')).toBe('b');
  window.wait(window.front, b);
  expect(() => window.target('permission', 'a')).toThrow(none);
});

test('A command allows only what was in view, and shows the card of anything else', async () => {
  const window = new Window();
  const shown: string[] = [];
  const showPrompt = async ({ prompt }: { prompt: Prompt }) => void shown.push(prompt.id);
  const allow = (id?: string) => seenTarget({ firsts: window.firsts, showPrompt }, id);
  window.wait(window.front, a);
  window.time += readingTime;
  await expect(allow()).rejects.toMatchObject({ code: 'prompt.unseen' });
  await expect(allow('a')).rejects.toMatchObject({ code: 'prompt.unseen' });
  expect(shown).toEqual(['a', 'a']);
  window.seen.add('a');
  expect((await allow()).prompt.id).toBe('a');
  expect(shown).toHaveLength(2);
});

test('In some orders of prompts, no key answers a prompt that has just come first', async () => {
  await playPromptOrders(10, 60);
});
