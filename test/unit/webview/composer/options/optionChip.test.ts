import { expect, it } from 'vitest';
import type { AgentOption } from '../../../../../src/contract/choices';
import { chipOf, inOrder } from '../../../../../webview/composer/options/optionChip';

const select = (id: string, role: AgentOption['role'], ...names: string[]): AgentOption => ({
  ...{ id, label: `The ${id}`, role, kind: 'select', value: names[0] ?? '' },
  groups: [{ values: names.map(value => ({ value, label: value.toUpperCase() })) }],
});
const web: AgentOption = { id: 'web', label: 'Web', role: 'other', kind: 'switch', isOn: false };

it('puts options into the places of their roles, and else leaves their order', () => {
  const all = [web, select('b', 'model'), select('c', 'mode'), select('a', 'model')];
  expect(inOrder(all).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'web']);
});

it('gives the first option of a role the name of the usual picker', () => {
  const effort = select('depth', 'thinking', 'low', 'high');
  expect(chipOf(effort, undefined, true)).toMatchObject({ name: 'Thinking', role: 'effort' });
  const second = chipOf(effort, undefined, false);
  expect(second).toMatchObject({ name: 'The depth', face: 'The depth', detail: ': LOW' });
  expect(second.role).toBeUndefined();
});

it('shows the value that is wished, until the agent has confirmed it', () => {
  const mode = select('mode', 'mode', 'ask', 'code');
  expect(chipOf(mode, { mode: 'code' }, true)).toMatchObject({ shown: 'CODE', isPending: true });
  expect(chipOf(mode, {}, true)).toMatchObject({ shown: 'ASK', isPending: false });
  expect(chipOf(web, { web: true }, true)).toMatchObject({ shown: 'On', value: true });
});

it('shows a value that the agent does not list', () => {
  const odd = { ...select('mode', 'mode', 'ask'), value: 'secret' } as AgentOption;
  expect(chipOf(odd, undefined, true)).toMatchObject({ shown: 'secret', value: 'secret' });
});

it.each([
  ['yolo', true],
  ['full-access', true],
  ['bypassPermissions', true],
  ['auto_edit', false],
])('marks the mode %s as dangerous: %s', (name, isDangerous) => {
  expect(chipOf(select('mode', 'mode', name), undefined, true)).toMatchObject({ isDangerous });
  expect(chipOf(select('m', 'model', name), undefined, true).isDangerous).toBe(false);
});
