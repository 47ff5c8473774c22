import * as l10n from '@vscode/l10n';
import type { OwnScope } from '../../../cli/config/settingsPlaces';
import { type PermissionMode, permissionModes } from '../../../contract/content';
import type { FormField } from '../../../contract/elicitation';
import { modeText } from '../../../contract/labels/modeText';
import type { ActionForm } from '../../../contract/sections';
import { scopeField } from '../files/scopeField';
import { type Behavior, behaviors, type ListedRule } from './listedRules';

export function behaviorLabel(behavior: Behavior): string {
  switch (behavior) {
    case 'allow':
      return l10n.t('Allow');
    case 'ask':
      return l10n.t('Ask');
    case 'deny':
      return l10n.t('Deny');
  }
}

function behaviorField(initial: Behavior): FormField {
  const options = behaviors.map(value => ({ value, label: behaviorLabel(value) }));
  return {
    ...{ kind: 'choice', name: 'behavior', title: l10n.t('Behavior'), isRequired: true, options },
    initial,
  };
}

export function addRuleForm(cwd: string | undefined, behavior: Behavior): ActionForm {
  const rule: FormField = {
    ...{ kind: 'text', name: 'rule', title: l10n.t('Rule'), isRequired: true, maxLength: 2_000 },
    description: l10n.t(
      'A tool, or a tool with a pattern: {0}.',
      'Bash(npm test:*), Read(./.env), Edit(/src/**), WebFetch(domain:example.com), mcp__server__tool',
    ),
  };
  return {
    title: l10n.t('Add rule'),
    submit: l10n.t('Add'),
    fields: [rule, behaviorField(behavior), scopeField(cwd)],
    canPreview: true,
  };
}

export function moveRuleForm(cwd: string | undefined, rule: ListedRule): ActionForm {
  return {
    title: l10n.t('Move rule'),
    submit: l10n.t('Move'),
    fields: [behaviorField(rule.behavior), scopeField(cwd, rule.scope)],
    canPreview: true,
  };
}

export function addFolderForm(cwd: string | undefined): ActionForm {
  const folder: FormField = {
    ...{
      kind: 'text',
      name: 'folder',
      title: l10n.t('Folder'),
      isRequired: true,
      maxLength: 2_000,
    },
    description: l10n.t('Absolute, relative to the working folder, or below {0}.', '~/'),
  };
  return {
    title: l10n.t('Add folder'),
    submit: l10n.t('Add'),
    fields: [folder, scopeField(cwd)],
    canPreview: true,
  };
}

export function modeForm(cwd: string | undefined, initial?: string, scope?: OwnScope): ActionForm {
  const options = permissionModes.map((value: PermissionMode) => ({
    value,
    label: modeText(value).label,
  }));
  const mode: FormField = {
    ...{ kind: 'choice', name: 'mode', title: l10n.t('Mode'), isRequired: true, options },
    ...(options.some(({ value }) => value === initial) && initial !== undefined ? { initial } : {}),
  };
  return {
    title: l10n.t('Set default mode'),
    submit: l10n.t('Save'),
    fields: scope ? [mode] : [mode, scopeField(cwd)],
    canPreview: true,
  };
}

export function chosenBehavior(value: unknown): Behavior {
  return behaviors.find(behavior => behavior === value) ?? 'ask';
}
