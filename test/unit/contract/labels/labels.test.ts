import * as l10n from '@vscode/l10n';
import { afterEach, expect, it } from 'vitest';
import { efforts, permissionModes } from '../../../../src/contract/content';
import { actionLabel } from '../../../../src/contract/labels/actionLabel';
import { destinations, destinationText } from '../../../../src/contract/labels/destinationText';
import { effortText } from '../../../../src/contract/labels/effortText';
import { filesText } from '../../../../src/contract/labels/filesText';
import { callKindLabel, callRuleText } from '../../../../src/contract/labels/modelCallText';
import { modelLabel, modelName } from '../../../../src/contract/labels/modelLabel';
import { modeText } from '../../../../src/contract/labels/modeText';
import { promptLabel } from '../../../../src/contract/labels/promptLabel';
import { rewindLabel } from '../../../../src/contract/labels/rewindLabel';
import { settingLabel, thinkingLabel } from '../../../../src/contract/labels/settingLabel';
import { taskStatusText, todoStatusLabel } from '../../../../src/contract/labels/statusLabels';
import { callRules, modelCallKinds } from '../../../../src/contract/modelCalls';

afterEach(() => l10n.config({ contents: {} }));

it('names the default model the same before and after the agent has told its models', () => {
  const offered = {
    value: 'default',
    label: 'Default (recommended)',
    resolved: 'claude-opus-5',
    efforts: [],
    hasThinkingBudget: false,
  };
  expect(modelLabel([], 'default')).toBe('Default');
  expect(modelLabel([offered], 'default')).toBe('Default');
  expect(modelLabel([offered], 'claude-opus-5')).toBe('Default');
  expect(modelLabel([], 'claude-opus-5')).toBe('claude-opus-5');
});

it.each([
  ['claude-opus-5-5', 'Opus 5.5'],
  ['claude-opus-5', 'Opus 5'],
  ['claude-sonnet-4-20250514', 'Sonnet 4'],
  ['claude-haiku-4-5-20251001', 'Haiku 4.5'],
  ['claude-3-5-sonnet-20241022', undefined],
  ['opus', undefined],
  ['claude-opus-5-5-preview', undefined],
  ['', undefined],
])('names the model behind %s, or says nothing', (id, name) => {
  expect(modelName(id)).toBe(name);
});

it('labels the choices of a list differently', () => {
  const lists = [
    permissionModes.map(mode => modeText(mode).label),
    efforts.map(effort => effortText(effort).label),
    destinations.map(destination => destinationText(destination).label),
    (['pending', 'in_progress', 'completed'] as const).map(todoStatusLabel),
    (['running', 'completed', 'failed', 'stopped', 'lost'] as const).map(
      status => taskStatusText(status).label,
    ),
    modelCallKinds.map(callKindLabel),
    callRules.map(callRuleText),
    (['mode', 'model', 'effort'] as const).map(settingLabel),
    (['question', 'plan'] as const).map(promptLabel),
    (['code', 'here', 'fork', 'both'] as const).map(rewindLabel),
  ];
  for (const labels of lists) {
    expect(labels).toEqual([...new Set(labels)]);
    expect(labels).not.toContain('');
  }
});

it('offers destinations from the narrowest to the widest, each with its settings file', () => {
  expect(destinations.map(destination => destinationText(destination).file)).toEqual([
    undefined,
    '.claude/settings.local.json',
    '.claude/settings.json',
    '~/.claude/settings.json',
  ]);
});

it('has a form of each destination that follows a verb', () => {
  expect(destinations.map(destination => `Allowed ${destinationText(destination).scope}`)).toEqual([
    'Allowed in this conversation',
    'Allowed in this project, just me',
    'Allowed in this project, shared',
    'Allowed in all projects',
  ]);
});

it('has a form of a task status that stands within a text', () => {
  const { label, name } = taskStatusText('lost');
  expect([label, name]).toEqual(['Ended with its agent', 'ended with its agent']);
});

it('uses the texts of the display language, which is configured after loading', () => {
  expect(actionLabel('showLog')).toBe('Show Log');
  l10n.config({ contents: { 'Show Log': 'Protokoll anzeigen', '{0} files': '{0} Dateien' } });
  expect(actionLabel('showLog')).toBe('Protokoll anzeigen');
  expect(filesText(3)).toBe('3 Dateien');
});

it('counts files', () => {
  expect([0, 1, 2].map(filesText)).toEqual(['0 files', '1 file', '2 files']);
});

it('names a thinking budget', () => {
  expect([null, 0, 500].map(thinkingLabel)).toEqual(['Left to the model', 'Off', '500 tokens']);
});
