import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import type { NamedServer } from '../../../cli/servers/serverCommand';
import type { AgentReports } from '../../../protocol/agentReports';
import { requireShown } from '../files/changeable';
import { requireTrusted } from '../model/requireTrusted';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import type { KnownServer } from './knownServers';
import { readServerForm } from './serverForm';
import type { ServersPorts } from './serversPorts';

type Options = Pick<
  ServersPorts,
  'command' | 'signIns' | 'openLog' | 'openLink' | 'restartAgents' | 'clock' | 'log'
>;

/** Milliseconds between two tries to connect a new server, and their number: ten seconds. */
const interval = 500;
const mostTries = 20;

/** Carries out the actions of the section. */
export class ServerActions {
  constructor(
    private readonly options: Options,
    private readonly servers: (place: SectionPlace) => Promise<readonly KnownServer[]>,
    private readonly onChange: () => void,
  ) {}

  async act(place: SectionPlace, request: ActionRequest): Promise<ActionOutcome> {
    requireTrusted(place);
    const { action, row } = request;
    if (row === undefined && action === 'add') {
      return this.add(place, request);
    }
    const server = (await this.servers(place)).find(({ id }) => id === row);
    if (!server) {
      throw new UserError(
        'row.gone',
        l10n.t('This server no longer exists. The list was refreshed.'),
      );
    }
    switch (action) {
      case 'toggle':
        requireShown(request, server.reported?.status !== 'disabled');
        return this.toggle(place, server);
      case 'reconnect':
        return this.reconnect(place, server.name);
      case 'signIn':
        return this.signIn(place, server.name);
      case 'finishSignIn':
        return this.finishSignIn(place, server.name, request);
      case 'signOut':
        await (await place.reports()).ask('mcp_clear_auth', { serverName: server.name });
        return { text: l10n.t('Signed out of {0}.', server.name) };
      case 'log':
        return this.openLog(place, server.name);
      case 'remove':
        return this.remove(place, server);
      default:
        throw new UserError('page.badCall', l10n.t('There is no such action.'));
    }
  }

  private async add(place: SectionPlace, { entries }: ActionRequest): Promise<ActionOutcome> {
    const form = readServerForm(entries);
    if ('problems' in form) {
      return form;
    }
    const cwd = folderOf(place);
    const { server, config } = form;
    await this.options.command.add(server, config, cwd);
    await this.taken(place, server);
    return {
      text: l10n.t('{0} was added.', server.name),
      undo: async () => {
        await this.options.command.remove(server, cwd);
        this.dropped(place, server);
      },
    };
  }

  private async remove(
    place: SectionPlace,
    { name, place: scope, definition }: KnownServer,
  ): Promise<ActionOutcome> {
    if (!definition || (scope !== 'local' && scope !== 'project' && scope !== 'user')) {
      throw new UserError('mcp.refused', l10n.t('This server is not in a file of yours.'));
    }
    const cwd = folderOf(place);
    const server: NamedServer = { name, scope };
    await this.options.command.remove(server, cwd);
    this.dropped(place, server);
    return {
      text: l10n.t('{0} was removed. Agents that run drop it with their next message.', name),
      undo: async () => {
        await this.options.command.add(server, definition.config, cwd);
        await this.taken(place, server);
      },
    };
  }

  private async toggle(place: SectionPlace, { name, reported }: KnownServer) {
    const enabled = reported?.status === 'disabled';
    const set = async (isOn: boolean) => {
      const reports = await place.reports();
      await reports.ask('mcp_toggle', { serverName: name, enabled: isOn });
      const { mcpServers = [] } = await reports.ask('mcp_status', {});
      const isOff = mcpServers.find(server => server.name === name)?.status === 'disabled';
      if (isOff === isOn) {
        // Seen in 2.1.120 and 2.1.200, with a server that was added while it ran.
        const message = l10n.t(
          'Claude Code did not turn {0} on or off. Restart it, and try again.',
          name,
        );
        throw new UserError('mcp.notSwitched', message);
      }
    };
    await set(enabled);
    return { undo: () => set(!enabled) };
  }

  private async reconnect(place: SectionPlace, serverName: string): Promise<ActionOutcome> {
    await (await place.reports()).ask('mcp_reconnect', { serverName });
    return { text: l10n.t('{0} is connected.', serverName) };
  }

  private async openLog(place: SectionPlace, name: string): Promise<ActionOutcome> {
    if (!(await this.options.openLog(name, folderOf(place)))) {
      const text = l10n.t('Claude Code has no log of {0} in this folder yet.', name);
      throw new UserError('mcp.noLog', text);
    }
    return { text: '' };
  }

  private async signIn(place: SectionPlace, serverName: string): Promise<ActionOutcome> {
    const { signIns, openLink } = this.options;
    const answer = await (await place.reports()).ask('mcp_authenticate', { serverName });
    const url = answer?.authUrl;
    if (url === undefined) {
      return { text: l10n.t('{0} needs no page to sign in.', serverName) };
    }
    signIns.follow(serverName, () => place.reports(), this.onChange);
    await openLink(url);
    return { text: l10n.t('Sign in in the browser. This page notices when you are done.') };
  }

  private async finishSignIn(
    place: SectionPlace,
    serverName: string,
    { entries: [entry] }: ActionRequest,
  ): Promise<ActionOutcome> {
    const callbackUrl = typeof entry === 'string' ? entry.trim() : '';
    const isAnswer =
      URL.canParse(callbackUrl) &&
      ['code', 'error'].some(one => new URL(callbackUrl).searchParams.has(one));
    if (!isAnswer) {
      const text = l10n.t('Paste the whole address. It has a part that begins with {0}.', 'code=');
      return { problems: [text] };
    }
    const reports = await place.reports();
    await reports.ask('mcp_oauth_callback_url', { serverName, callbackUrl });
    return { text: l10n.t('Signed in to {0}.', serverName) };
  }

  /** Connects a server that was added, as far as the version can. Others get it at their start. */
  private async taken(place: SectionPlace, server: NamedServer): Promise<void> {
    try {
      await this.connectNew(await place.reports(), server.name);
    } catch (error) {
      this.options.log.debug('A new server was not connected', error);
      // A refusal is that of the server, which its row shows, if the CLI knows it at all.
      const isRefusal = error instanceof UserError && error.code === 'cli.refused';
      if (!isRefusal || isUnknown(error)) {
        this.dropped(place, server);
      }
    }
  }

  /** A running CLI looks once a second for what another one has written. */
  private async connectNew(reports: AgentReports, serverName: string): Promise<void> {
    for (let left = mostTries; ; left -= 1) {
      try {
        await reports.ask('mcp_reconnect', { serverName });
        return;
      } catch (error) {
        if (left === 1 || !isUnknown(error)) {
          throw error;
        }
        await new Promise<void>(resolve => this.options.clock.setTimeout(resolve, interval));
      }
    }
  }

  private dropped(place: SectionPlace, { scope }: NamedServer): void {
    place.restart?.();
    this.options.restartAgents(scope === 'user' ? undefined : place.cwd);
  }
}

/**
 * Returns whether the CLI does not know the server that it was asked about. A server that answers
 * "404 Not Found" is known.
 */
function isUnknown(error: unknown): boolean {
  return /\bserver not found: /i.test(messageOf(error));
}

function folderOf({ cwd }: SectionPlace): string {
  if (cwd === undefined) {
    throw new UserError('folder.none', l10n.t('Open a folder first.'));
  }
  return cwd;
}
