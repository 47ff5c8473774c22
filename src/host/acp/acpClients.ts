import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AcpClient, AcpClientFactory } from '../../acp/ports';
import { DisposableStore } from '../../base/disposable';
import type { Log } from '../../base/log';
import { editorProposal } from '../../cli/permissions/editProposal';
import type { ReadRules } from '../../cli/permissions/readRules';
import type { ChannelId } from '../../contract/ids';
import { ruleFor } from '../../protocol/editorServer';
import type { Tools } from '../agentTools/buildTools';
import type { HostBase } from '../hostBase';
import { nativeUi } from '../nativeText/nativeUi';
import type { AskedEdits } from '../proposedEdits/askedEdits';
import type { Sharing } from '../sharing/sharing';
import { requireTrust } from '../trust';
import { askFirst } from './bridge/askFirst';
import { type BridgeAccess, BridgeServer } from './bridge/bridgeServer';
import { configuredServers } from './bridge/configuredServers';
import { editorServerFor, protocolServers } from './bridge/serverForms';
import { AgentFiles } from './files/agentFiles';
import { AgentPaths } from './files/agentPaths';
import { FollowAlong } from './followAlong';
import { AgentTerminals } from './terminals/agentTerminals';
import type { CommandNotes } from './terminals/commandNotes';
import { Screens } from './terminals/screens';

export interface AcpClientParts {
  readonly tools: {
    readonly editorTools: Pick<Tools['editorTools'], 'forProcess'>;
    readonly servers: Pick<Tools['servers'], 'configs'>;
  };
  /** Returns the rules on reading; see `ToolContext`. */
  readonly readRules: (cwds: readonly string[], others: readonly string[]) => ReadRules;
  readonly sharing: Pick<Sharing, 'reasonAgainstFile'>;
  readonly askedEdits: Pick<AskedEdits, 'ask'>;
  /** Environment of programs that run in this folder. */
  environment(cwd: string): Promise<Readonly<Record<string, string>>>;
}

export type ClientBase = Pick<HostBase, 'storage' | 'clock' | 'add'> & {
  readonly settings: Pick<HostBase['settings'], 'get'>;
  readonly log: Log;
  readonly context: Pick<vscode.ExtensionContext, 'extensionPath'>;
};

/**
 * Creates the editor's side of the Agent Client Protocol, for the agents of this window.
 *
 * @param notes on the commands that agents run
 */
export function createAcpClient(
  base: ClientBase,
  parts: AcpClientParts,
  notes: CommandNotes,
): (...of: Parameters<AcpClientFactory>) => AcpClient {
  const { settings, clock, add, context } = base;
  const log = base.log.child('acp editor');
  const isOn = () => settings.get('tandem.followAlong');
  const following = add(new FollowAlong({ isOn, clock, log }));
  const clients = add(new DisposableStore());
  const screens = new Map<ChannelId, Screens>();
  const screensOf = (channel: ChannelId): Screens => {
    const known = screens.get(channel) ?? add(new Screens(clock));
    screens.set(channel, known);
    return known;
  };
  let starting: Promise<BridgeServer> | undefined;
  const bridge = () => {
    starting ??= BridgeServer.start(clock, log).then(
      server => clients.add(server),
      (error: unknown) => {
        starting = undefined;
        throw error;
      },
    );
    return starting;
  };
  const script = join(context.extensionPath, 'dist', 'toolRelay.js');
  return ({ channel, cwd, addDirs, agent = vscode.l10n.t('The agent') }): AcpClient => {
    const store = clients.add(new DisposableStore());
    const roots = [...new Set([cwd, ...addDirs])];
    const paths = new AgentPaths({
      ...{ cwd, roots, rules: parts.readRules([cwd], roots) },
      reasonAgainst: path => parts.sharing.reasonAgainstFile(path),
    });
    const { platform, execPath } = process;
    const terminals = new AgentTerminals({
      ...{
        screens: screensOf(channel),
        notes,
        roots,
        requireTrust,
        platform,
        execPath,
        clock,
        log,
      },
      environment: folder => parts.environment(folder),
    });
    const guard = askFirst(
      agent,
      (question, ...actions) => nativeUi.showWarningMessage(question, ...actions),
      async (tool, input, signal) => {
        const edit = editorProposal(ruleFor(tool), input, cwd);
        return edit && parts.askedEdits.ask(agent, edit, input, signal);
      },
    );
    const scope = { cwd, folders: addDirs, channelId: channel };
    const connect = () => parts.tools.editorTools.forProcess(scope, guard);
    let access: BridgeAccess | undefined;
    return {
      files: store.add(new AgentFiles(paths, clock)),
      terminals: store.add(terminals),
      servers: async abilities => {
        const configs = {
          ...(await configuredServers({
            ...{ entries: [settings.get('tandem.mcp.config')].flat(), cwd, platform, log },
            env: process.env,
          })),
          ...(await parts.tools.servers.configs()),
        };
        const own = protocolServers(configs, abilities);
        const probe = connect();
        if (!probe) {
          return own;
        }
        probe.dispose();
        const server = await bridge();
        access ??= store.add(server.admit(connect));
        return [editorServerFor(access, abilities, { execPath, script }), ...own];
      },
      follow: (path, line) => following.follow(path, line, one => paths.readable(one)),
      dispose: () => {
        clients.release(store);
        store.dispose();
      },
    };
  };
}
