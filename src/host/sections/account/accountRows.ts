import * as l10n from '@vscode/l10n';
import type { AuthStatus } from '../../../cli/account/authCommand';
import type { Badge, SectionAction, SectionRow } from '../../../contract/sections';
import { keepsKey, type Profile } from '../../account/profileSchema';

type Environment = Readonly<Record<string, string>>;

const providers: readonly (readonly [variable: string, name: string, region: string])[] = [
  ['CLAUDE_CODE_USE_BEDROCK', 'Amazon Bedrock', 'AWS_REGION'],
  ['CLAUDE_CODE_USE_VERTEX', 'Google Vertex AI', 'CLOUD_ML_REGION'],
  ['CLAUDE_CODE_USE_FOUNDRY', 'Microsoft Foundry', 'ANTHROPIC_FOUNDRY_RESOURCE'],
];

/** Name and region of a cloud provider that the environment chooses. */
function providerOf(env: Environment): { name: string; region?: string } | undefined {
  const found = providers.find(([variable]) => /^(?:1|true|yes|on)$/i.test(env[variable] ?? ''));
  if (!found) {
    return undefined;
  }
  const [, name, variable] = found;
  const region = env[variable];
  return { name, ...(region === undefined ? {} : { region }) };
}

/** Address of a gateway, without what may be secret. */
function gatewayOf({ ANTHROPIC_BASE_URL: text = '' }: Environment): string | undefined {
  if (!URL.canParse(text)) {
    return undefined;
  }
  const { origin, hostname, pathname } = new URL(text);
  return hostname === 'api.anthropic.com' ? undefined : `${origin}${pathname}`.replace(/\/$/, '');
}

/** Says who is signed in, and how requests are authorized. */
export function signedInRow(
  status: AuthStatus | undefined,
  env: Environment,
  { isTrusted, profile }: { readonly isTrusted: boolean; readonly profile: Profile | undefined },
): SectionRow {
  const keyOf = profile && profile.auth !== 'none' ? profile.name : undefined;
  const provider = providerOf(env);
  const gateway = gatewayOf(env);
  const isOwn = !provider && !gateway;
  const { title, detail } = whoIs(status, env, { provider, gateway, keyOf });
  const hasKey = keyOf !== undefined || usesKey(status, env);
  const isAccount = status?.loggedIn === true && isOwn && !hasKey;
  const signIn: SectionAction = {
    id: 'signIn',
    label: isAccount ? l10n.t('Switch Account…') : l10n.t('Sign In…'),
    ...(status?.loggedIn === false ? { kind: 'primary' as const } : {}),
  };
  const signOut: SectionAction = {
    ...{ id: 'signOut', label: l10n.t('Sign Out'), kind: 'danger' },
    question: l10n.t('Sign out of Claude Code? That counts for terminals, too.'),
  };
  const badge =
    status?.loggedIn === false && isOwn && keyOf === undefined
      ? { text: l10n.t('Not signed in'), tone: 'warning' as const }
      : undefined;
  return {
    ...{ id: 'account', title, detail },
    ...(badge ? { badges: [badge] } : {}),
    ...(isTrusted && isOwn && !hasKey ? { actions: isAccount ? [signIn, signOut] : [signIn] } : {}),
  };
}

function usesKey(status: AuthStatus | undefined, env: Environment): boolean {
  return (
    status?.authMethod === 'api_key' ||
    env.ANTHROPIC_API_KEY !== undefined ||
    env.ANTHROPIC_AUTH_TOKEN !== undefined
  );
}

/** Way of the requests. */
interface Way {
  readonly provider: ReturnType<typeof providerOf>;
  readonly gateway: string | undefined;
  /** Name of the profile whose key goes along. */
  readonly keyOf: string | undefined;
}

function whoIs(
  status: AuthStatus | undefined,
  env: Environment,
  { provider, gateway, keyOf }: Way,
): { title: string; detail: string } {
  if (provider) {
    const { name, region } = provider;
    const detail = l10n.t('Requests go to the cloud provider, which authorizes them itself.');
    return { title: region === undefined ? name : `${name} (${region})`, detail };
  }
  if (keyOf !== undefined) {
    return gateway === undefined
      ? {
          title: l10n.t('API key'),
          detail: l10n.t('Billed by use. The key comes from the profile {0}.', keyOf),
        }
      : {
          title: gateway,
          detail: l10n.t('Requests go to this gateway, with the key of the profile {0}.', keyOf),
        };
  }
  const key =
    env.ANTHROPIC_AUTH_TOKEN !== undefined
      ? 'ANTHROPIC_AUTH_TOKEN'
      : env.ANTHROPIC_API_KEY !== undefined
        ? 'ANTHROPIC_API_KEY'
        : status?.apiKeySource;
  if (gateway) {
    const detail =
      key === undefined
        ? l10n.t('Requests go to this gateway.')
        : l10n.t('Requests go to this gateway, with the key of {0}.', key);
    return { title: gateway, detail };
  }
  if (usesKey(status, env)) {
    const detail =
      key === undefined
        ? l10n.t('Billed by use.')
        : l10n.t('Billed by use. The key comes from {0}.', key);
    return { title: l10n.t('API key'), detail };
  }
  if (status?.loggedIn) {
    const { email, orgName, subscriptionType } = status;
    const parts = [subscriptionType, orgName].filter(part => !!part);
    return { title: email ?? l10n.t('Claude account'), detail: parts.join(', ') };
  }
  return status
    ? {
        title: l10n.t('No account'),
        detail: l10n.t('Sign in with a Claude account, or make a profile with an API key.'),
      }
    : { title: l10n.t('Not known'), detail: l10n.t('Claude Code has not said who is signed in.') };
}

export function profileRow(
  profile: Profile,
  folders: readonly string[],
  { hasSecret, edit }: { readonly hasSecret: boolean; readonly edit: SectionAction | undefined },
): SectionRow {
  const { id, name, baseUrl, auth, env } = profile;
  const names = Object.keys(env);
  const remove = { id: 'remove', label: l10n.t('Remove'), kind: 'danger' } as const;
  return {
    ...{ id: `profile/${id}`, title: name, detail: baseUrl ?? l10n.t("Anthropic's API") },
    badges: [
      keyBadge(auth, hasSecret),
      ...(keepsKey(profile) ? [{ text: l10n.t('Key kept from Claude Code') }] : []),
      ...(profile.isUnobserved ? [{ text: l10n.t('Never observed') }] : []),
    ],
    ...(names.length + folders.length === 0
      ? {}
      : {
          more: [
            ...(names.length > 0 ? [l10n.t('Variables: {0}', names.join(', '))] : []),
            ...(folders.length > 0 ? [l10n.t('Folders: {0}', folders.join(', '))] : []),
          ].join('\n'),
        }),
    ...(edit ? { actions: [edit, remove] } : {}),
  };
}

function keyBadge(auth: Profile['auth'], hasSecret: boolean): Badge {
  switch (auth) {
    case 'none':
      return { text: l10n.t('No key') };
    case 'command':
      return { text: l10n.t('Helper command') };
    case 'apiKey':
    case 'token':
      return hasSecret
        ? { text: auth === 'apiKey' ? l10n.t('API key stored') : l10n.t('Token stored') }
        : { text: l10n.t('The key is gone'), tone: 'bad' };
  }
}
