import * as l10n from '@vscode/l10n';
import type { FormEntries, FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import {
  addressProblem,
  commandProblem,
  readCommand,
  readVariables,
} from '../../account/profileRules';
import {
  type AuthKind,
  authKinds,
  keepsKey,
  type Profile,
  type StoredProfiles,
} from '../../account/profileSchema';
import { readForm, textOf } from '../files/readForm';
import type { ActionOutcome } from '../model/sectionSource';

/** Values of the choice of a profile that are no ids. */
export const noProfile = 'none';
export const usualProfile = 'usual';

export function profileForm(profile?: Profile, hasSecret = false): ActionForm {
  const text = { kind: 'text', isRequired: false } as const;
  const fields: readonly FormField[] = [
    {
      ...{ ...text, name: 'name', title: l10n.t('Name'), isRequired: true, maxLength: 60 },
      ...(profile ? { initial: profile.name } : {}),
    },
    {
      ...{ ...text, name: 'baseUrl', title: l10n.t('Address'), maxLength: 500 },
      description: l10n.t(
        "Of a gateway, such as https://gateway.example. Leave empty for Anthropic's API.",
      ),
      ...(profile?.baseUrl === undefined ? {} : { initial: profile.baseUrl }),
    },
    {
      ...{ kind: 'choice', name: 'auth', title: l10n.t('Authorization'), isRequired: true },
      options: authKinds.map(kind => ({ value: kind, label: authText(kind) })),
      initial: profile?.auth ?? 'apiKey',
    },
    {
      ...{ ...text, name: 'secret', title: l10n.t('Key or token'), maxLength: 2_000 },
      isSecret: true,
      description: hasSecret
        ? l10n.t('One is stored. Leave this empty to keep it.')
        : l10n.t('Stored by the editor, encrypted where the system allows it.'),
    },
    {
      ...{ ...text, name: 'command', title: l10n.t('Helper command'), maxLength: 4_000 },
      ...{ isMultiline: true },
      description: l10n.t(
        'Prints the key. Enter the program first, then one argument per line. It is run without a shell.',
      ),
      ...(profile?.command ? { initial: profile.command.join('\n') } : {}),
    },
    {
      ...{ kind: 'choice', name: 'holder', title: l10n.t('Key is given to'), isRequired: true },
      options: [
        { value: 'cli', label: l10n.t('Claude Code, and what it starts') },
        { value: 'gateway', label: l10n.t('Only the gateway; Claude Code gets a substitute') },
      ],
      initial: profile && keepsKey(profile) ? 'gateway' : 'cli',
      description: l10n.t(
        'The output of a helper command is always given to the gateway only. Any process of an agent can spend through the gateway while the agent runs.',
      ),
    },
    {
      ...{ ...text, name: 'env', title: l10n.t('Other variables'), maxLength: 10_000 },
      ...{ isMultiline: true, description: l10n.t('One NAME=value per line. Not for secrets.') },
      ...(profile
        ? {
            initial: Object.entries(profile.env)
              .map(pair => pair.join('='))
              .join('\n'),
          }
        : {}),
    },
    {
      ...{ kind: 'flag', name: 'unobserved', isRequired: false },
      title: l10n.t('Never observe its model calls'),
      initial: profile?.isUnobserved ?? false,
    },
  ];
  return {
    title: profile ? l10n.t('Edit profile') : l10n.t('New profile'),
    submit: profile ? l10n.t('Save') : l10n.t('Create'),
    fields,
  };
}

/** Returns the form that chooses the profile of a folder, or of all others. */
export function profileChoice(
  { profiles, folders, fallback }: StoredProfiles,
  cwd: string | undefined,
): ActionForm {
  const isFolder = cwd !== undefined;
  const own = isFolder && Object.hasOwn(folders, cwd) ? folders[cwd] : undefined;
  const options = [
    ...(isFolder ? [{ value: usualProfile, label: l10n.t('As other folders') }] : []),
    { value: noProfile, label: l10n.t('No profile') },
    ...profiles.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const chosen = isFolder ? own : (fallback ?? '');
  const current = chosen === undefined ? usualProfile : chosen || noProfile;
  const initial = options.some(({ value }) => value === current) ? current : noProfile;
  const field: FormField = {
    ...{ kind: 'choice', name: 'profile', title: l10n.t('Profile'), isRequired: true },
    ...{ options, initial },
  };
  const note = l10n.t('Running agents restart with their next message.');
  return { title: l10n.t('Profile'), submit: l10n.t('Use'), fields: [field], note };
}

interface ProfileValues {
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly auth: AuthKind;
  readonly env: Profile['env'];
  readonly command?: Profile['command'];
  readonly isKeyKept?: boolean;
  readonly isUnobserved?: boolean;
  /** Absent: the stored one stays. */
  readonly secret?: string | undefined;
}

interface ProfileContext {
  /** Profile that is edited; fields that were left alone keep its values. */
  readonly profile: Profile | undefined;
  /** Names of other profiles. */
  readonly taken: readonly string[];
  readonly hasSecret: boolean;
}

export function readProfile(
  entries: FormEntries,
  { profile, taken, hasSecret }: ProfileContext,
):
  | { readonly values: ProfileValues; readonly problems?: undefined }
  | { readonly values?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> } {
  const { fields } = profileForm(profile, hasSecret);
  const { values, problems } = readForm(fields, entries, (field, value) => {
    const text = textOf(value);
    switch (field) {
      case 'name':
        return taken.includes(text)
          ? l10n.t('There is already a profile with this name.')
          : undefined;
      case 'baseUrl':
        return text === '' ? undefined : addressProblem(text);
      case 'secret':
        return /[^\x21-\x7e]/.test(text)
          ? l10n.t('A key has no spaces and no special characters.')
          : undefined;
      case 'command':
        return text === '' ? undefined : commandProblem(readCommand(text));
      case 'env':
        return readVariables(text).problem;
      default:
        return undefined;
    }
  });
  if (problems) {
    return { problems };
  }
  const auth = authKinds.find(kind => kind === values.auth) ?? 'none';
  const secret = textOf(values.secret);
  const command = readCommand(textOf(values.command));
  const problemOf = (field: string, problem: string) => ({
    problems: fields.map(({ name }) => (name === field ? problem : null)),
  });
  if (auth === 'command' && command.length === 0) {
    return problemOf('command', l10n.t('Enter a program.'));
  }
  if (auth !== 'none' && auth !== 'command' && secret === '' && !hasSecret) {
    return problemOf('secret', l10n.t('Enter the key or token.'));
  }
  const baseUrl = textOf(values.baseUrl);
  return {
    values: {
      ...{ name: textOf(values.name), auth },
      ...(baseUrl === '' ? {} : { baseUrl }),
      env: readVariables(textOf(values.env)).env ?? {},
      ...(auth === 'command' ? { command } : {}),
      ...(keepsKey({ auth, isKeyKept: values.holder === 'gateway' }) ? { isKeyKept: true } : {}),
      ...(values.unobserved === true ? { isUnobserved: true } : {}),
      ...(secret === '' ? {} : { secret }),
    },
  };
}

function authText(kind: AuthKind): string {
  switch (kind) {
    case 'none':
      return l10n.t('None, or the account that is signed in');
    case 'apiKey':
      return l10n.t('API key');
    case 'token':
      return l10n.t('Bearer token');
    case 'command':
      return l10n.t('Helper command that prints the key');
  }
}
