import { expect, it } from 'vitest';
import type { AgentOption } from '../../../src/contract/choices';
import {
  takesValue,
  valueIn,
  withoutGranted,
  withValue,
} from '../../../src/transcript/agentOptions';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';

const mode: AgentOption = {
  ...{ id: 'mode', label: 'Mode', role: 'mode', kind: 'select', value: 'ask' },
  groups: [{ values: ['ask', 'code'].map(value => ({ value, label: value })) }],
};
const web: AgentOption = { id: 'web', label: 'Web', role: 'other', kind: 'switch', isOn: false };

it('takes only values that the option offers', () => {
  expect([takesValue(mode, 'code'), takesValue(mode, 'x'), takesValue(mode, true)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([takesValue(web, true), takesValue(web, 'true')]).toEqual([true, false]);
  expect(withValue(web, true)).toEqual({ ...web, isOn: true });
  expect(withValue(mode, true)).toBe(mode);
});

it('finds nothing under an id that every object has', () => {
  expect(valueIn({}, 'constructor')).toBeUndefined();
});

it('keeps the wishes that a report does not fulfil', () => {
  const { settings } = emptyConversation.summary;
  const wished = { ...settings, requested: { model: 'a', options: { mode: 'code', web: true } } };
  expect(withoutGranted(wished, [mode, web]).requested).toEqual(wished.requested);
  expect(withoutGranted(wished, [mode, { ...web, isOn: true }]).requested).toEqual({
    model: 'a',
    options: { mode: 'code' },
  });
});

it('removes the last wish with the report that fulfils it', () => {
  const asked = fold(emptyConversation, {
    type: 'settings.changed',
    settings: { requested: { options: { web: true } } },
  });
  const choices = { models: [], modes: [], commands: [], options: [{ ...web, isOn: true }] };
  const { settings } = fold(asked, { type: 'choices.changed', choices }).summary;
  expect(settings.requested).toEqual({});
});
