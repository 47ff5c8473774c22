import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { permissionModes } from '../../../contract/content';
import { modeText } from '../../../contract/labels/modeText';
import type { SectionGroup, SectionRow } from '../../../contract/sections';
import { isEditorRule } from '../../../protocol/editorServer';
import { fileNotes } from '../files/fileNotes';
import type { ListedValue } from '../files/listedValues';
import { removal } from '../files/removal';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { toolCount } from '../servers/serverTexts';
import { terminalRemedy } from '../tab/remedies';
import { describeRule } from './describeRule';
import { type Behavior, behaviors, type ListedRule } from './listedRules';
import type { PermissionState } from './permissionState';
import { addFolderForm, addRuleForm, behaviorLabel, modeForm, moveRuleForm } from './ruleForms';

type Place = Pick<SectionPlace, 'cwd' | 'isTrusted'>;

export function permissionContent(state: PermissionState, place: Place): SectionContent {
  const { files, note, managedOnly } = state;
  const ignored = state.rules.filter(({ isIgnored, rule }) => isIgnored && rule !== '');
  return {
    groups: [
      ...behaviors.map(behavior => ruleGroup(behavior, state, place)),
      folderGroup(state, place),
      modeGroup(state, place),
    ],
    notes: [
      ...(note ? [note] : []),
      ...fileNotes(files),
      ...(managedOnly
        ? [{ text: l10n.t('Your organization allows managed rules only: others have no effect.') }]
        : []),
      ...(ignored.length > 0
        ? [{ text: ignoredText(ignored.length), tone: 'warning' as const }]
        : []),
    ],
    ...(ignored.length > 0 ? { actions: [terminalRemedy()] } : {}),
  };
}

function ruleGroup(behavior: Behavior, { rules }: PermissionState, place: Place): SectionGroup {
  const own = rules.filter(rule => rule.behavior === behavior);
  return {
    id: behavior,
    title: behaviorLabel(behavior),
    note: behaviorNote(behavior),
    rows: [
      ...own.filter(rule => !isTandems(rule)).map(rule => ruleRow(rule, place)),
      ...tandemRows(behavior, own.filter(isTandems), place),
    ],
    empty: l10n.t('No rules'),
    ...(place.isTrusted
      ? {
          actions: [
            { id: 'add', label: l10n.t('Add Rule…'), form: addRuleForm(place.cwd, behavior) },
          ],
        }
      : {}),
  };
}

/** Whether Tandem itself gives the rule to each process, for a tool of its own. */
function isTandems({ behavior, rule, scope }: ListedRule): boolean {
  return behavior === 'allow' && scope === undefined && isEditorRule(rule);
}

/** Puts all rules of Tandem into one row: the user's own must not be lost among them. */
function tandemRows(
  behavior: Behavior,
  rules: readonly ListedRule[],
  place: Place,
): readonly SectionRow[] {
  return rules.length === 0
    ? []
    : [
        {
          id: `${behavior}/tandem`,
          title: l10n.t('Tools of Tandem'),
          detail: l10n.t('Tandem allows these tools of its own for each agent that it starts.'),
          rows: rules.map(rule => ruleRow(rule, place)),
          rowsCount: toolCount(rules.length),
        },
      ];
}

function ruleRow(rule: ListedRule, { cwd }: Place): SectionRow {
  return {
    id: rule.id,
    title: rule.rule,
    detail: describeRule(rule.rule),
    origin: rule.origin,
    ...(rule.isIgnored ? { badges: [{ text: l10n.t('Ignored'), tone: 'warning' }] } : {}),
    ...(rule.path === undefined ? {} : { canOpen: true }),
    ...(rule.scope
      ? {
          actions: [
            { id: 'move', label: l10n.t('Move…'), form: moveRuleForm(cwd, rule) },
            removal('remove', l10n.t('Remove')),
          ],
        }
      : {}),
  };
}

function folderGroup({ folders }: PermissionState, { cwd, isTrusted }: Place): SectionGroup {
  return {
    id: 'folders',
    title: l10n.t('Additional folders'),
    note: l10n.t('Folders beside the working folder in which Claude Code may work.'),
    rows: folders.map(folder =>
      valueRow(folder, folder.value, [removal('remove', l10n.t('Remove'))]),
    ),
    empty: l10n.t('No folders'),
    ...(isTrusted
      ? { actions: [{ id: 'add', label: l10n.t('Add Folder…'), form: addFolderForm(cwd) }] }
      : {}),
  };
}

function modeGroup({ modes }: PermissionState, { cwd, isTrusted }: Place): SectionGroup {
  const known = (value: string) => permissionModes.find(mode => mode === value);
  return {
    id: 'mode',
    title: l10n.t('Default permission mode'),
    note: l10n.t(
      "Mode in which Claude Code starts in terminals. Conversations here start in the mode from Tandem's settings.",
    ),
    rows: modes.map(mode => {
      const name = known(mode.value);
      const form = modeForm(cwd, mode.value, mode.scope);
      return valueRow(mode, name ? modeText(name).label : mode.value, [
        { id: 'set', label: l10n.t('Change…'), form },
        removal('remove', l10n.t('Reset')),
      ]);
    }),
    empty: l10n.t('Not set'),
    ...(isTrusted
      ? { actions: [{ id: 'set', label: l10n.t('Set Mode…'), form: modeForm(cwd) }] }
      : {}),
  };
}

function valueRow(
  value: ListedValue,
  title: string,
  actions: NonNullable<SectionRow['actions']>,
): SectionRow {
  return {
    id: value.id,
    title,
    origin: value.origin,
    ...(value.path === undefined ? {} : { canOpen: true }),
    ...(value.scope ? { actions } : {}),
  };
}

function behaviorNote(behavior: Behavior): string {
  switch (behavior) {
    case 'allow':
      return l10n.t('Allowed without asking.');
    case 'ask':
      return l10n.t('Always asked about, even if another rule allows it.');
    case 'deny':
      return l10n.t('Never allowed. These rules take precedence.');
  }
}

/** The CLI applies rules of a folder only after the user has trusted the folder in a terminal. */
function ignoredText(count: number): string {
  return plural(count, {
    one: l10n.t(
      'Claude Code does not use one of these rules. It ignores “allow” rules of a folder until you have trusted the folder in a terminal, and rules that it does not understand.',
    ),
    other: l10n.t(
      'Claude Code does not use {0} of these rules. It ignores “allow” rules of a folder until you have trusted the folder in a terminal, and rules that it does not understand.',
      count,
    ),
  });
}
