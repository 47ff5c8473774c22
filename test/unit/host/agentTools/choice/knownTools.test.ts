import { expect, test } from 'vitest';
import { KnownTools } from '../../../../../src/host/agentTools/choice/knownTools';
import { emptyConversation } from '../../../../../src/transcript/emptyConversation';

test('tools that were reported are known in the next window, before its agent reports them', () => {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string, other?: unknown) => kept.get(key) ?? other,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  } as ConstructorParameters<typeof KnownTools>[0];
  const { summary } = emptyConversation;
  const first = new KnownTools(memory);
  expect(first.of(summary)).toEqual({ names: undefined, isReported: false });
  const reporting = { choices: { ...summary.choices, tools: ['Read', 'Monitor'] } };
  first.note(reporting);
  expect(first.of(reporting)).toEqual({ names: ['Read', 'Monitor'], isReported: true });
  expect(new KnownTools(memory).of(summary)).toEqual({
    names: ['Read', 'Monitor'],
    isReported: false,
  });
});
