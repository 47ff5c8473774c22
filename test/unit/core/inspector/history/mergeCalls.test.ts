import { expect, it } from 'vitest';
import { callFacts, type InspectedCall } from '../../../../../src/contract/inspector/callRows';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { mergeCalls } from '../../../../../src/core/inspector/history/mergeCalls';
import { made } from '../../../../support/inspector/madeConversation';

function call(
  key: string,
  source: InspectedCall['source'],
  more: Partial<ModelCall> & { readonly after?: number } = {},
): InspectedCall {
  const { after = 0, ...facts } = more;
  const startedAt = made + after;
  return {
    ...{ key, source, hasBodies: false },
    unknown: source === 'transcript' ? callFacts : [],
    call: {
      ...{ id: 1, kind: 'main', rule: 'noRule', stream: true, retry: 0 },
      ...{ startedAt, endedAt: startedAt + 1_000 },
      ...facts,
    },
  };
}

it('takes each call once: the observed one before the transcript, the first of a key', () => {
  const live = [call('w2:1', 'gateway', { messageId: 'm2', after: 20_000 })];
  const archived = [
    call('w1:1', 'gateway', { messageId: 'm1' }),
    call('w2:1', 'gateway', { messageId: 'other', after: 20_000 }),
  ];
  const transcript = ['m0', 'm1', 'm2', 'm3'].map((messageId, at) =>
    call(messageId, 'transcript', { messageId, after: at * 10_000 - 10_000 }),
  );
  const merged = mergeCalls(live, archived, transcript);
  expect(merged.map(({ key, source }) => [key, source])).toEqual([
    ['m0', 'transcript'],
    ['w1:1', 'gateway'],
    ['w2:1', 'gateway'],
    ['m3', 'transcript'],
  ]);
  expect(merged[2]).toBe(live[0]);
});

it('keeps two observed calls that have the same message', () => {
  const twice = [
    call('a', 'gateway', { messageId: 'm' }),
    call('b', 'gateway', { messageId: 'm' }),
  ];
  expect(mergeCalls(twice, [call('m', 'transcript', { messageId: 'm' })])).toEqual(twice);
});

it('leaves out a failure that the transcript has written down as well, and no other one', () => {
  const error = { where: 'http' as const, type: 'overloaded_error' };
  const seen = call('w:1', 'gateway', { error, after: 500, endedAt: made + 700 });
  const told = call('u1', 'transcript', { error });
  const unseen = call('u2', 'transcript', { error, after: 60_000 });
  expect(mergeCalls([seen], [told, unseen]).map(({ key }) => key)).toEqual(['w:1', 'u2']);
});
