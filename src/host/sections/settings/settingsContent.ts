import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { maskAddresses } from '../../../base/secrets';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { ownScopes } from '../../../cli/config/settingsPlaces';
import type { SectionAction, SectionGroup, SectionRow } from '../../../contract/sections';
import { removal } from '../files/removal';
import { originOf, scopeLabel } from '../files/scopeLabels';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { tandemSettings } from '../tab/remedies';
import type { ListedSetting } from './listedSettings';
import { changeForm, isSimple, setForm } from './settingForms';
import type { SettingsState } from './settingsState';

type Place = Pick<SectionPlace, 'cwd' | 'isTrusted'>;

export function settingsContent(state: SettingsState, place: Place): SectionContent {
  return {
    groups: [
      ...(state.problems.length > 0 ? [problemGroup(state)] : []),
      {
        id: 'effective',
        title: l10n.t('Effective settings'),
        rows: state.settings.map(setting => settingRow(setting, state, place)),
        empty: l10n.t('Nothing is set.'),
      },
      fileGroup(state, place),
    ],
    ...(state.note ? { notes: [state.note] } : {}),
    actions: [
      ...(place.isTrusted
        ? [
            {
              ...{ id: 'set', label: l10n.t('Set a Value…'), kind: 'primary' as const },
              form: setForm(state.known, place.cwd),
            },
          ]
        : []),
      tandemSettings(),
    ],
  };
}

export function rowIdOf({ path }: Pick<ListedSetting, 'path'>): string {
  return `setting/${path.join('.')}`;
}

/** Returns the scope whose own value counts, if it can be changed. */
export function changeableScope({ files }: ListedSetting, isTrusted: boolean) {
  const last = files.at(-1);
  return last && originOf(last, isTrusted).readOnly === undefined
    ? ownScopes.find(scope => scope === last.scope)
    : undefined;
}

function problemGroup({ problems }: SettingsState): SectionGroup {
  return {
    id: 'problems',
    title: l10n.t('Files with errors'),
    note: l10n.t('Claude Code ignores these files until they are corrected.'),
    rows: problems.map(({ path, line, reason }, index) => ({
      id: `problem/${index}`,
      title: path,
      detail: l10n.t('Line {0}: {1}', line, reason),
      badges: [{ text: l10n.t('Ignored'), tone: 'bad' }],
      canOpen: true,
    })),
  };
}

function fileGroup({ files }: SettingsState, { isTrusted }: Place): SectionGroup {
  return {
    id: 'files',
    title: l10n.t('Files'),
    note: l10n.t('For simple values, the last file takes precedence.'),
    rows: files.map((file, index) => ({
      id: `file/${index}`,
      title: fileTitle(file),
      detail: file.exists ? l10n.t('Exists') : l10n.t('Does not exist'),
      origin: originOf(file, isTrusted),
      ...(file.exists ? { canOpen: true } : {}),
      ...(canCreate(file, isTrusted)
        ? { actions: [{ id: 'create', label: l10n.t('Create') }] }
        : {}),
    })),
  };
}

/** An organization has several files, of which none need exist. */
function fileTitle({ scope, path }: SettingsFile): string {
  const name = basename(path);
  if (scope !== 'managed') {
    return scopeLabel(scope);
  }
  switch (name) {
    case 'remote-settings.json':
      return l10n.t('Managed settings (sent by your organization)');
    case 'managed-settings.json':
      return l10n.t('Managed settings (on this machine)');
    default:
      return l10n.t('Managed settings ({0})', name);
  }
}

/** Whether the file of settings is missing, and the user's to create. */
export function canCreate(file: SettingsFile, isTrusted: boolean): boolean {
  const isOwn = ownScopes.some(scope => scope === file.scope);
  return isOwn && !file.exists && originOf(file, isTrusted).readOnly === undefined;
}

function settingRow(setting: ListedSetting, { known }: SettingsState, place: Place): SectionRow {
  const key = setting.path.join('.');
  const about = known.find(one => one.key === key);
  const scope = changeableScope(setting, place.isTrusted);
  const others = setting.files.length - 1;
  return {
    id: rowIdOf(setting),
    title: key,
    detail: shown(setting),
    ...(about ? { more: about.description } : {}),
    origin: setting.origin,
    ...(others > 0
      ? {
          badges: [
            {
              text: plural(others, {
                one: l10n.t('Set in 1 other file'),
                other: l10n.t('Set in {0} other files', others),
              }),
            },
          ],
        }
      : {}),
    ...(setting.files.length > 0 ? { canOpen: true } : {}),
    ...(place.isTrusted
      ? { actions: actions(setting, key, about, scope !== undefined, place) }
      : {}),
  };
}

function actions(
  setting: ListedSetting,
  key: string,
  about: SettingsState['known'][number] | undefined,
  canReset: boolean,
  { cwd }: Place,
): readonly SectionAction[] {
  const { value } = setting;
  return [
    ...(isSimple(value) && !isPrivate(setting)
      ? [{ id: 'change', label: l10n.t('Change…'), form: changeForm(key, value, about, cwd) }]
      : []),
    ...(canReset ? [removal('reset', l10n.t('Reset'))] : []),
  ];
}

function shown(setting: ListedSetting): string {
  const { value } = setting;
  if (isPrivate(setting)) {
    return l10n.t('Set (not shown)');
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? l10n.t('Empty list') : value.map(text).join(', ');
  }
  return text(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Environment variables often hold keys and tokens. Of other values, the text gives them away. */
function isPrivate({ path: [first], value }: ListedSetting): boolean {
  const content = text(value);
  return first === 'env' || maskAddresses(content) !== content;
}
