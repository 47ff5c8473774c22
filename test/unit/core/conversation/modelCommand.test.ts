import { expect, test } from 'vitest';
import type { ModelChoice } from '../../../../src/contract/choices';
import type { ConversationEvent } from '../../../../src/contract/events';
import { isSameModel, modelOfCommand } from '../../../../src/core/conversation/modelCommand';

const offered = (value: string, resolved: string): ModelChoice => ({
  ...{ value, resolved, label: value },
  efforts: [],
  hasThinkingBudget: false,
});
const models = [offered('default', 'claude-opus-5-5'), offered('haiku', 'claude-haiku-5-5')];
const output = (command: string): ConversationEvent => ({
  type: 'notice',
  at: 1,
  notice: { kind: 'commandOutput', command, text: 'Set model' },
});

test('the model of a command is one that is offered', () => {
  expect(modelOfCommand(output('model'), '/model haiku', models)).toBe('haiku');
  expect(modelOfCommand(output('model'), '/model claude-haiku-5-5', models)).toBe(
    'claude-haiku-5-5',
  );
  expect(modelOfCommand(output('model'), '/model nonsense', models)).toBeUndefined();
  expect(modelOfCommand(output('model'), '/model', models)).toBeUndefined();
  expect(modelOfCommand(output('usage'), '/model haiku', models)).toBeUndefined();
});

test('an alias and the id behind it mean the same model', () => {
  expect(isSameModel('haiku', 'claude-haiku-5-5', models)).toBe(true);
  expect(isSameModel('claude-opus-5-5', 'default', models)).toBe(true);
  expect(isSameModel('haiku', 'claude-opus-5-5', models)).toBe(false);
});
