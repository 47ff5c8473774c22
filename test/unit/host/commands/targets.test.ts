import { describe, expect, test } from 'vitest';
import type { PromptId, ToolCallId } from '../../../../src/contract/ids';
import type { PlanPrompt, Prompt } from '../../../../src/contract/prompts';
import type { Channel } from '../../../../src/core/conversation/channel';
import {
  activeChannel,
  type OpenChats,
  promptById,
  promptTarget,
} from '../../../../src/host/commands/targets';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { ask, call } from '../../transcript/events';

const id = (text: string) => text as PromptId;

/** Creates a conversation in which these prompts wait, oldest first. */
function channel(...waiting: Prompt[]): Channel {
  const summary = { ...emptyConversation.summary, waiting };
  const some: Partial<Channel> = { conversation: { ...emptyConversation, summary } };
  return some as Channel;
}

function open(active: Channel | undefined, ...all: Channel[]): OpenChats {
  return { chats: { active }, channels: () => all };
}

const plan = (name: string): PlanPrompt => ({
  kind: 'plan',
  id: id(name),
  toolId: 't' as ToolCallId,
  call: call('t', 'pending'),
});

describe('a prompt without an id', () => {
  test('is the oldest of its kind', () => {
    const one = channel(plan('plan'), ask('first', 'a'), ask('second', 'b'));
    expect(promptTarget(open(one, one), 'permission', undefined).prompt.id).toBe('first');
    expect(promptTarget(open(one, one), 'plan', undefined).prompt.id).toBe('plan');
  });

  test('is looked for in the conversation in front, then in the others', () => {
    const [first, second] = [channel(ask('elsewhere', 'a')), channel(ask('here', 'b'))];
    const target = promptTarget(open(second, first, second), 'permission', undefined);
    expect(target).toEqual({ channel: second, prompt: ask('here', 'b') });
    const empty = channel(plan('plan'));
    expect(promptTarget(open(empty, empty, first), 'permission', undefined).channel).toBe(first);
    expect(promptTarget(open(undefined, empty, first), 'permission', undefined).channel).toBe(
      first,
    );
  });

  test('is asked for by any argument that is no id, such as the row of a tree', () => {
    const one = channel(ask('first', 'a'));
    expect(promptTarget(open(one, one), 'permission', { id: 'other' }).prompt.id).toBe('first');
  });
});

describe('a prompt with an id', () => {
  test('is found behind older ones and in any conversation', () => {
    const [front, other] = [channel(ask('a', 'a')), channel(ask('b', 'b'), ask('c', 'c'))];
    const target = promptTarget(open(front, front, other), 'permission', 'c');
    expect(target).toEqual({ channel: other, prompt: ask('c', 'c') });
  });

  test('is never answered as another kind, nor replaced by another prompt', () => {
    const one = channel(ask('a', 'a'), plan('plan'));
    const missing = expect.objectContaining({ code: 'prompt.none' });
    expect(() => promptTarget(open(one, one), 'permission', 'plan')).toThrow(missing);
    expect(() => promptTarget(open(one, one), 'permission', 'gone')).toThrow(missing);
  });

  test('is found whatever its kind, also if no conversation is in front', () => {
    const one = channel(ask('a', 'a'), plan('plan'));
    expect(promptById(open(undefined, channel(), one), id('plan'))).toEqual({
      channel: one,
      prompt: plan('plan'),
    });
    expect(promptById(open(one, one), id('gone'))).toBeUndefined();
  });
});

test('a command about the conversation in front says if there is none', () => {
  const one = channel();
  expect(activeChannel({ active: one })).toBe(one);
  expect(() => activeChannel({ active: undefined })).toThrow(
    expect.objectContaining({
      code: 'conversation.none',
      message: expect.stringContaining('Open Tandem'),
    }),
  );
});
