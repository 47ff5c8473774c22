import * as l10n from '@vscode/l10n';
import { isObject, type JsonObject } from '../../../base/json';
import { numberText } from '../../../base/locale';
import { plural } from '../../../base/plural';
import { maskSecrets } from '../../../base/secrets';
import type { Badge } from '../../../contract/sections';
import type { KnownServer, ServerPlaceName } from './knownServers';

export function placeTitle(place: ServerPlaceName): string {
  switch (place) {
    case 'managed':
      return l10n.t('Managed by your organization');
    case 'local':
      return l10n.t('This folder, only for you');
    case 'project':
      return l10n.t('This project, shared');
    case 'user':
      return l10n.t('All your folders');
    case 'editor':
      return l10n.t('The editor');
    case 'other':
      return l10n.t('Plugins and others');
  }
}

/** Returns the badge of a server's state. */
export function stateBadge(server: KnownServer): Badge {
  const { definition, editor, reported, isHidden } = server;
  if (reported) {
    return reportedBadge(reported.status ?? '');
  }
  if (isHidden) {
    return { text: l10n.t('Overridden') };
  }
  if (definition?.isRejected) {
    return { text: l10n.t('Rejected in settings'), tone: 'warning' };
  }
  if (editor?.consent === 'declined') {
    return { text: l10n.t('Not allowed') };
  }
  if (editor?.consent === 'waiting') {
    return { text: l10n.t('Not allowed yet'), tone: 'warning' };
  }
  return editor && !editor.config
    ? { text: l10n.t('Not offered'), tone: 'warning' }
    : { text: l10n.t('Not running') };
}

function reportedBadge(status: string): Badge {
  switch (status) {
    case 'connected':
      return { text: l10n.t('Connected'), tone: 'good' };
    case 'pending':
      return { text: l10n.t('Connecting') };
    case 'failed':
      return { text: l10n.t('Failed'), tone: 'bad' };
    case 'needs-auth':
      return { text: l10n.t('Needs sign-in'), tone: 'warning' };
    case 'disabled':
      return { text: l10n.t('Off') };
    default:
      return { text: status || l10n.t('Unknown') };
  }
}

/** Returns `stdio`, `http`, `sse` or another word for the way to the server. */
export function transportOf({ reported, definition, editor }: KnownServer): string | undefined {
  const config = definition?.config ?? reported?.config ?? {};
  const { type } = config;
  const known = reported?.transport ?? (typeof type === 'string' ? type : editor?.kind);
  return known ?? (typeof config.command === 'string' ? 'stdio' : undefined);
}

/** @returns such as "2 tools" */
export function toolCount(count: number): string {
  return plural(count, { one: l10n.t('1 tool'), other: l10n.t('{0} tools', numberText(count)) });
}

/** Shows abbreviations as such; names of programs stay as they are. */
export function transportLabel(transport: string): string {
  return /^(?:sdk|http|sse|ws)$/.test(transport) ? transport.toUpperCase() : transport;
}

/** Describes a configuration in lines. Values of variables and headers never leave the host. */
export function configLines(config: JsonObject): string[] {
  const { command, args, url, env, headers } = config;
  const words = [command, ...(Array.isArray(args) ? args : [])].filter(
    one => typeof one === 'string',
  );
  return [
    ...(words.length > 0 ? [l10n.t('Command: {0}', maskSecrets(words.join(' ')))] : []),
    ...(typeof url === 'string' ? [l10n.t('Address: {0}', shownUrl(url))] : []),
    ...names(env).map(name => l10n.t('Variable {0} (value hidden)', name)),
    ...names(headers).map(name => l10n.t('Header {0} (value hidden)', name)),
  ];
}

function names(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** An address without what may be a password in it. */
function shownUrl(url: string): string {
  if (!URL.canParse(url)) {
    // Variables of the environment may stand in it, such as `${HOST}/mcp`.
    return maskSecrets(url.replace(/[?#].*$/s, ''));
  }
  const { origin, protocol, host, pathname, search } = new URL(url);
  const start = origin === 'null' ? `${protocol}//${host}` : origin;
  return maskSecrets(`${start}${pathname}${search ? '?…' : ''}`);
}
