import * as l10n from '@vscode/l10n';
import type { ActionForm, SectionGroup, SectionRow } from '../../../contract/sections';
import { fileNotes } from '../files/fileNotes';
import type { ListedValue } from '../files/listedValues';
import { removal } from '../files/removal';
import { scopeField } from '../files/scopeField';
import { originOf } from '../files/scopeLabels';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { isOn, type ListId, type SandboxState, type SwitchId } from './sandboxState';

type Place = Pick<SectionPlace, 'cwd' | 'isTrusted'>;

export function sandboxContent(state: SandboxState, place: Place): SectionContent {
  const { report, files, note } = state;
  return {
    groups: [
      switchGroup(state, place),
      listGroup('excluded', state, place),
      listGroup('domains', state, place),
      restrictionGroup(state),
    ],
    notes: [
      ...(note ? [note] : []),
      ...fileNotes(files),
      ...(report?.supported === false
        ? [{ text: l10n.t('There is no sandbox for this system.'), tone: 'warning' as const }]
        : []),
      ...(report?.locked
        ? [
            {
              text: l10n.t(
                'Your organization has decided about the sandbox: changes here have no effect.',
              ),
            },
          ]
        : []),
      ...(report?.dependencies?.errors ?? []).map(text => ({ text, tone: 'bad' as const })),
      ...(report?.dependencies?.warnings ?? []).map(text => ({ text, tone: 'warning' as const })),
    ],
  };
}

function switchGroup(state: SandboxState, place: Place): SectionGroup {
  const { report } = state;
  const isWanted = isOn(state, 'enabled');
  const status = !isWanted
    ? l10n.t('Commands run without isolation')
    : report?.enabled === false
      ? l10n.t('On in the settings, but not available: commands run without isolation')
      : l10n.t('Commands are isolated from files and network');
  return {
    id: 'state',
    title: l10n.t('Sandbox'),
    rows: [
      {
        ...switchRow('enabled', l10n.t('Run commands in the sandbox'), status, state, place),
        ...(isWanted && report?.enabled === false
          ? { badges: [{ text: l10n.t('Not available'), tone: 'bad' }] }
          : {}),
      },
      switchRow(
        'autoAllow',
        l10n.t('Allow commands in the sandbox without asking'),
        l10n.t('Deny and ask rules still apply'),
        state,
        place,
      ),
      switchRow(
        'outside',
        l10n.t('Offer to run a command outside of the sandbox'),
        l10n.t('After a command has failed there; you are asked first'),
        state,
        place,
      ),
    ],
  };
}

function switchRow(
  id: SwitchId,
  label: string,
  detail: string,
  state: SandboxState,
  { isTrusted }: Place,
): SectionRow {
  const last = state.set[id].at(-1);
  const origin = last && originOf(last, isTrusted);
  const canSwitch = isTrusted && origin?.readOnly === undefined && state.report?.locked !== true;
  return {
    ...{ id, title: label, detail },
    ...(origin ? { origin, canOpen: true } : {}),
    ...(canSwitch
      ? { toggle: { action: 'switch', label, isOn: isOn(state, id), canPreview: true } }
      : {}),
    ...(canSwitch || isOn(state, id) ? {} : { badges: [{ text: l10n.t('Off') }] }),
  };
}

export function itemForm(id: ListId, cwd: string | undefined): ActionForm {
  const isCommand = id === 'excluded';
  return {
    title: isCommand ? l10n.t('Exclude command') : l10n.t('Allow domain'),
    submit: l10n.t('Add'),
    fields: [
      {
        ...{ kind: 'text', name: 'item', isRequired: true, maxLength: 500 },
        title: isCommand ? l10n.t('Command') : l10n.t('Domain'),
        description: isCommand
          ? l10n.t('Command, or how it begins, such as {0}.', 'docker *')
          : l10n.t('Without a scheme or a path, such as {0}.', 'registry.npmjs.org, *.example.com'),
      },
      scopeField(cwd),
    ],
    canPreview: true,
  };
}

function listGroup(id: ListId, { lists }: SandboxState, { cwd, isTrusted }: Place): SectionGroup {
  const isCommand = id === 'excluded';
  const remove = removal('remove', l10n.t('Remove'));
  const label = isCommand ? l10n.t('Exclude Command…') : l10n.t('Allow Domain…');
  return {
    id,
    title: isCommand ? l10n.t('Excluded commands') : l10n.t('Allowed domains'),
    note: isCommand
      ? l10n.t('They run outside of the sandbox, by the ordinary permission rules.')
      : l10n.t('Commands in the sandbox may reach these; you are asked about others.'),
    rows: lists[id].map(item => ({
      ...itemRow(item),
      ...(item.scope ? { actions: [remove] } : {}),
    })),
    empty: isCommand ? l10n.t('No commands') : l10n.t('No domains'),
    ...(isTrusted ? { actions: [{ id: 'add', label, form: itemForm(id, cwd) }] } : {}),
  };
}

function restrictionGroup({ restrictions }: SandboxState): SectionGroup {
  const { deniedDomains, allowWrite, denyWrite, denyRead } = restrictions;
  const rows = (detail: string, items: readonly ListedValue[]) =>
    items.map(item => ({ ...itemRow(item), detail }));
  return {
    id: 'restrictions',
    title: l10n.t('Files and other restrictions'),
    note: l10n.t('Change these in their files.'),
    rows: [
      ...rows(l10n.t('Domain that may not be reached'), deniedDomains),
      ...rows(l10n.t('May be written'), allowWrite),
      ...rows(l10n.t('May not be written'), denyWrite),
      ...rows(l10n.t('May not be read'), denyRead),
    ],
    empty: l10n.t('Only the working folder may be written.'),
  };
}

function itemRow({ id, value, origin }: ListedValue): SectionRow {
  return { id, title: value, origin, canOpen: true };
}
