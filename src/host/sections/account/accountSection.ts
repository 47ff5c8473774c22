import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { AuthStatus } from '../../../cli/account/authCommand';
import type { SectionRow } from '../../../contract/sections';
import type { SectionContent, SectionPlace, SectionSource } from '../model/sectionSource';
import { changeAccount } from './accountActions';
import type { AccountPorts } from './accountPorts';
import { profileRow, signedInRow } from './accountRows';
import { profileChoice, profileForm } from './profileForms';

/** Shows who is signed in, and the profiles that folders use instead. */
export function accountSection(ports: AccountPorts): SectionSource {
  return {
    id: 'account',
    title: l10n.t('Account'),
    read: place => read(place, ports),
    act: async (place, request) => changeAccount(place, request, ports),
    watch(_place, onChange) {
      const store = new DisposableStore();
      store.add(ports.profiles.onChanged(onChange));
      store.add(ports.onSignedIn(onChange));
      return store;
    },
  };
}

async function read(place: SectionPlace, ports: AccountPorts): Promise<SectionContent> {
  const { cwd, isTrusted } = place;
  const profile = ports.profiles.of(cwd);
  const [{ status, env, notes }, profiles] = await Promise.all([
    signedIn(place, ports),
    profileRows(place, ports),
  ]);
  return {
    groups: [
      {
        ...{ id: 'account', title: l10n.t('Used here') },
        ...(cwd === undefined ? {} : { note: cwd }),
        rows: [signedInRow(status, env, { isTrusted, profile }), ...choiceRows(place, ports)],
      },
      {
        ...{ id: 'profiles', title: l10n.t('Profiles'), rows: profiles },
        note: l10n.t('Other accounts and gateways, for some folders or for all.'),
        empty: l10n.t('No profiles'),
        ...(isTrusted
          ? { actions: [{ id: 'new', label: l10n.t('New Profile…'), form: profileForm() }] }
          : {}),
      },
    ],
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Asks who is signed in where a program may run. */
async function signedIn({ cwd, isTrusted }: SectionPlace, ports: AccountPorts) {
  const notes: NonNullable<SectionContent['notes']>[number][] = [];
  let status: AuthStatus | undefined;
  let env: Readonly<Record<string, string>> = {};
  if (!isTrusted) {
    const text = l10n.t('The workspace is not trusted: Claude Code is not asked who is signed in.');
    return { status, env, notes: [{ text, tone: 'warning' as const }] };
  }
  try {
    env = await ports.profiles.environment(await ports.environment(), cwd);
    status = await ports.command.status(cwd ?? ports.home);
  } catch (error) {
    notes.push({ text: messageOf(error), tone: 'warning' });
  }
  return { status, env, notes };
}

/** Rows in which the profile of this folder and that of all others are chosen. */
function choiceRows(
  { cwd, isTrusted }: SectionPlace,
  { profiles: { stored } }: AccountPorts,
): readonly SectionRow[] {
  const { profiles, folders, fallback } = stored;
  const nameOf = (id: string | undefined) =>
    profiles.find(profile => profile.id === id)?.name ?? l10n.t('No profile');
  const actionsFor = (folder: string | undefined) => {
    const form = profileChoice(stored, folder);
    const actions = [{ id: 'choose', label: l10n.t('Choose Profile…'), form }];
    return isTrusted && profiles.length > 0 ? { actions } : {};
  };
  const usual = l10n.t('Profile of all folders');
  const rows = [{ id: 'usual', title: usual, detail: nameOf(fallback), ...actionsFor(undefined) }];
  if (cwd === undefined) {
    return rows;
  }
  const detail = Object.hasOwn(folders, cwd)
    ? nameOf(folders[cwd])
    : l10n.t('As other folders: {0}', nameOf(fallback));
  const title = l10n.t('Profile of this folder');
  return [{ id: 'folder', title, detail, ...actionsFor(cwd) }, ...rows];
}

async function profileRows({ isTrusted }: SectionPlace, { profiles }: AccountPorts) {
  const { profiles: all, folders } = profiles.stored;
  return Promise.all(
    all.map(async profile => {
      const used = Object.entries(folders).flatMap(([folder, id]) =>
        id === profile.id ? folder : [],
      );
      const hasSecret = await profiles.hasSecret(profile);
      const form = profileForm(profile, hasSecret);
      const edit = isTrusted ? { id: 'edit', label: l10n.t('Edit…'), form } : undefined;
      return profileRow(profile, used, { hasSecret, edit });
    }),
  );
}
