import { expect, test } from 'vitest';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import type { ConversationEvent } from '../../../../src/contract/events';
import { readFrame } from '../../../../src/protocol/frames';

function translated(...wires: readonly object[]): ConversationEvent[] {
  const translator = new FrameTranslator({ cwd: '/w' });
  return wires.flatMap(wire => {
    const line = readFrame({ session_id: 's', ...wire });
    return line.kind === 'frame' ? translator.translate(line.frame, 1) : [];
  });
}

const notices = (events: readonly ConversationEvent[]) =>
  events.flatMap(event =>
    event.type === 'notice' && 'text' in event.notice ? [event.notice.text] : [],
  );
const init = (model: string) => ({ type: 'system', subtype: 'init', uuid: 't', model });
const answer = (model: string, id = 'm') => ({
  type: 'assistant',
  uuid: `u-${id}`,
  message: { id, model, content: [{ type: 'text', text: 'Hi' }] },
  parent_tool_use_id: null,
});

test('an answer by another model than the one asked is said once', () => {
  const frames = [answer('claude-haiku-5', 'a'), answer('claude-haiku-5', 'b')];
  expect(notices(translated(init('claude-opus-5'), ...frames))).toEqual([
    'Answered by claude-haiku-5, not by claude-opus-5.',
  ]);
});

test.each([
  ['claude-opus-5', 'claude-opus-5'],
  ['claude-opus-5[1m]', 'claude-opus-5'],
  ['claude-opus-5', 'claude-opus-5-20260101'],
  ['claude-opus-5', '<synthetic>'],
])('asked for %s, an answer by %s is the same', (asked, answering) => {
  expect(notices(translated(init(asked), answer(answering)))).toEqual([]);
});

test('a subagent may use another model', () => {
  const other = { ...answer('claude-haiku-5'), parent_tool_use_id: 'toolu_1' };
  expect(notices(translated(init('claude-opus-5'), other))).toEqual([]);
});

const refusal = {
  type: 'system',
  subtype: 'model_refusal_fallback',
  original_model: 'claude-opus-5',
  fallback_model: 'claude-sonnet-5',
  api_refusal_explanation: 'It looks dangerous.',
};

test('a refusal names both models, and the other one is the model from then on', () => {
  const events = translated(init('claude-opus-5'), refusal, answer('claude-sonnet-5'));
  expect(notices(events)).toEqual([
    'claude-opus-5 refused to answer, so claude-sonnet-5 answers. It looks dangerous.',
  ]);
  expect(events).toContainEqual({
    type: 'settings.changed',
    settings: { model: 'claude-sonnet-5' },
  });
});

test('a refusal of a side request leaves the model as it is', () => {
  const events = translated(init('claude-opus-5'), { ...refusal, scope: 'local' });
  expect(events).not.toContainEqual({
    type: 'settings.changed',
    settings: { model: 'claude-sonnet-5' },
  });
});

test('a refusal without another model says what to do', () => {
  const { original_model } = refusal;
  const frame = { type: 'system', subtype: 'model_refusal_no_fallback', original_model };
  expect(notices(translated(init('claude-opus-5'), { ...frame, content: 'No.' }))).toEqual([
    'claude-opus-5 refused to answer. Change the message or the model.',
  ]);
});
