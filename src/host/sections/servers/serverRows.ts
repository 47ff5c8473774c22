import * as l10n from '@vscode/l10n';
import { isObject, type JsonObject } from '../../../base/json';
import { plural } from '../../../base/plural';
import { maskSecrets } from '../../../base/secrets';
import { aboutTokens } from '../../../contract/labels/tokensText';
import type {
  Badge,
  Origin,
  SectionAction,
  SectionGroup,
  SectionRow,
} from '../../../contract/sections';
import { editorServer } from '../../../protocol/editorServer';
import { type KnownServer, serverPlaces } from './knownServers';
import { finishForm } from './serverForm';
import {
  configLines,
  placeTitle,
  stateBadge,
  toolCount,
  transportLabel,
  transportOf,
} from './serverTexts';

/** Circumstances that the rows of all servers share. */
export interface RowContext {
  readonly isTrusted: boolean;
  /** Whether a CLI has answered. */
  readonly isAnswered: boolean;
  /** Whether `tandem.mcp.offerWorkspaceServers` is on. */
  readonly isOffering: boolean;
  /** Tokens of a tool's definition in the context, by the agent's name of the tool. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Names of the agent's commands; those of a server's prompts begin with its name. */
  readonly commands: readonly string[];
  /** Names of servers whose sign-in has begun. */
  readonly signingIn: ReadonlySet<string>;
}

/** Returns the groups of the section; the last places are left out while they are empty. */
export function serverGroups(
  servers: readonly KnownServer[],
  context: RowContext,
): readonly SectionGroup[] {
  const groups = serverPlaces.flatMap((place): SectionGroup[] => {
    const rows = servers.filter(one => one.place === place).map(one => serverRow(one, context));
    const isUsual = place === 'local' || place === 'project' || place === 'user';
    return rows.length > 0 || isUsual
      ? [{ id: place, title: placeTitle(place), rows, empty: l10n.t('No servers') }]
      : [];
  });
  const hasOthers = servers.some(
    ({ name, reported }) => name !== editorServer && reported?.status === 'connected',
  );
  return hasOthers ? [...groups, resourceGroup()] : groups;
}

/** Says why a part of what servers have is missing. */
function resourceGroup(): SectionGroup {
  return {
    ...{ id: 'resources', title: l10n.t('Resources'), rows: [] },
    empty: l10n.t(
      'Claude Code does not say which resources the servers have. Claude has tools that list and read them: ask for them in a message.',
    ),
  };
}

function serverRow(server: KnownServer, context: RowContext): SectionRow {
  const { id, name, definition, editor, reported } = server;
  const transport = transportOf(server);
  const badges: Badge[] = [
    stateBadge(server),
    ...(transport ? [{ text: transportLabel(transport) }] : []),
  ];
  const detail = detailOf(server, context);
  const more = moreOf(server);
  const origin = originOf(server);
  const prompts = promptRows(server, context);
  const rows = [...toolRows(server, context), ...prompts];
  const mayToggle = context.isTrusted && reported !== undefined && name !== editorServer;
  const actions = context.isTrusted ? actionsOf(server, context) : [];
  return {
    id,
    title: name,
    badges,
    ...(detail ? { detail } : {}),
    ...(more ? { more } : {}),
    ...(origin ? { origin } : {}),
    ...(definition || editor ? { canOpen: true } : {}),
    ...(mayToggle
      ? {
          toggle: {
            action: 'toggle',
            label: l10n.t('On in this folder'),
            isOn: reported.status !== 'disabled',
          },
        }
      : {}),
    ...(actions.length > 0 ? { actions } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(rows.length > 0 && prompts.length === 0 ? { rowsCount: toolCount(rows.length) } : {}),
  };
}

function detailOf(
  server: KnownServer,
  { sizes, commands, isAnswered, isOffering }: RowContext,
): string {
  const { reported, definition, editor, name, isHidden, isRemoved } = server;
  if (reported?.error) {
    return maskSecrets(reported.error);
  }
  if (editor && !editor.config) {
    return editor.reason ?? '';
  }
  if (editor && !isOffering) {
    return l10n.t('The setting {0} is off.', 'tandem.mcp.offerWorkspaceServers');
  }
  if (isHidden) {
    return l10n.t('Another server with this name takes precedence.');
  }
  if (definition?.isRejected) {
    return l10n.t('Listed in the setting {0}.', 'disabledMcpjsonServers');
  }
  if (isRemoved) {
    return l10n.t('No longer in its file. It is removed when Claude Code restarts.');
  }
  if (isAnswered && !reported) {
    return l10n.t('Choose Connect, or it starts with the next agent.');
  }
  const tools = reported?.tools ?? [];
  const prompts = promptsOf(name, commands);
  const tokens = tools.reduce((sum, tool) => sum + (sizes.get(toolId(name, tool)) ?? 0), 0);
  return [
    ...(tools.length > 0 ? [toolCount(tools.length)] : []),
    ...(prompts.length > 0
      ? [
          plural(prompts.length, {
            one: l10n.t('1 prompt'),
            other: l10n.t('{0} prompts', prompts.length),
          }),
        ]
      : []),
    ...(tokens > 0 ? [aboutTokens(tokens)] : []),
  ].join(', ');
}

function moreOf({ reported, definition }: KnownServer): string {
  const info = reported?.serverInfo;
  const config = definition?.config ?? reported?.config;
  const version = [info?.name, info?.version].filter(Boolean).join(' ');
  return [
    ...(version ? [l10n.t('Server: {0}', version)] : []),
    ...(config ? configLines(config) : []),
  ].join('\n');
}

function originOf({ place, definition, editor }: KnownServer): Origin | undefined {
  const label = placeTitle(place);
  if (place === 'managed') {
    const readOnly = l10n.t('Your organization manages it.');
    return { label, readOnly, ...(definition ? { path: definition.file } : {}) };
  }
  const path = definition?.file ?? editor?.file;
  return path === undefined ? undefined : { label, path };
}

function actionsOf(server: KnownServer, context: RowContext): SectionAction[] {
  const { name, place, definition, reported, isHidden } = server;
  const actions: SectionAction[] = [];
  const isOwn = name === editorServer;
  const status = reported?.status;
  const canSignIn = ['http', 'sse'].includes(transportOf(server) ?? '') && reported !== undefined;
  if (canSignIn && status === 'needs-auth') {
    const label = l10n.t('Sign In');
    const question = l10n.t('A page of the server {0} opens in the browser.', name);
    actions.push({ id: 'signIn', label, kind: 'primary', question });
  }
  if (context.signingIn.has(name)) {
    actions.push({ id: 'finishSignIn', label: l10n.t('Paste Address…'), form: finishForm() });
  }
  const canConnect = context.isAnswered && !isHidden && !definition?.isRejected;
  if (canConnect && !isOwn && status !== 'disabled' && (reported || definition)) {
    const label = reported ? l10n.t('Reconnect') : l10n.t('Connect');
    actions.push({ id: 'reconnect', label });
  }
  if (canSignIn && status === 'connected') {
    const question = l10n.t('Sign out of {0}? Its tools are gone until you sign in again.', name);
    actions.push({ id: 'signOut', label: l10n.t('Sign Out'), question });
  }
  if (reported && !isOwn) {
    actions.push({ id: 'log', label: l10n.t('Open Log') });
  }
  if (definition && (place === 'local' || place === 'project' || place === 'user')) {
    actions.push({ id: 'remove', label: l10n.t('Remove'), kind: 'danger' });
  }
  return actions;
}

function toolRows({ id, name, reported }: KnownServer, { sizes }: RowContext): SectionRow[] {
  return (reported?.tools ?? []).flatMap((tool): SectionRow[] => {
    if (typeof tool.name !== 'string') {
      return [];
    }
    const tokens = sizes.get(toolId(name, tool));
    const badges = annotationBadges(tool);
    return [
      {
        id: `${id}/tool/${tool.name}`,
        title: tool.name,
        ...(tokens === undefined ? {} : { detail: aboutTokens(tokens) }),
        ...(badges.length > 0 ? { badges } : {}),
      },
    ];
  });
}

/** The CLI shortens `readOnlyHint` to `readOnly`. */
function annotationBadges({ annotations }: JsonObject): Badge[] {
  const is = (name: string) =>
    isObject(annotations) && (annotations[name] === true || annotations[`${name}Hint`] === true);
  return [
    ...(is('readOnly') ? [{ text: l10n.t('Read-only'), tone: 'good' as const }] : []),
    ...(is('destructive') ? [{ text: l10n.t('Destructive'), tone: 'warning' as const }] : []),
    ...(is('openWorld') ? [{ text: l10n.t('Uses external services') }] : []),
  ];
}

function promptRows({ id, name }: KnownServer, { commands }: RowContext): SectionRow[] {
  return promptsOf(name, commands).map(command => ({
    ...{ id: `${id}/prompt/${command}`, title: `/${command.replace(/ \(MCP\)$/, '')}` },
    ...{ detail: l10n.t('Type it in the message box.'), badges: [{ text: l10n.t('Prompt') }] },
  }));
}

/** Newer versions write `server:prompt (MCP)`, older ones `mcp__server__prompt`. */
function promptsOf(server: string, commands: readonly string[]): readonly string[] {
  return commands.filter(
    command =>
      command.startsWith(`mcp__${server}__`) ||
      (command.startsWith(`${server}:`) && command.endsWith(' (MCP)')),
  );
}

function toolId(server: string, tool: JsonObject): string {
  return `mcp__${server.replaceAll(/[^\w-]/g, '_')}__${String(tool.name)}`;
}
