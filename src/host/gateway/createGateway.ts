import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import { fileVariables } from '../../cli/permissions/fileVariables';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import { configFolder } from '../../cli/sessions/sessionFolder';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { ObserveExchange } from '../../gateway/exchange';
import { type Agents, ownAgents } from '../../gateway/forward/upstream';
import type { Profiles } from '../account/profiles';
import type { CliAssistant } from '../agent/cliAssistant';
import type { HostBase } from '../hostBase';
import { GatewayService } from './gatewayService';
import { restartAgent } from './restartAgent';

interface GatewayNeeds extends HostBase {
  readonly profiles: Profiles;
  readonly cli: Pick<CliAssistant, 'locate'>;
  registry(): ChannelRegistry;
}

/** Nobody counts yet. */
const observer: ObserveExchange | undefined = undefined;

export function createGateway(needs: GatewayNeeds): GatewayService {
  const { settings, clock, log: hostLog, add, profiles, cli } = needs;
  const log = hostLog.child('gateway');
  const service = add(
    new GatewayService({
      ...{ profiles, clock, log, agents, platform: process.platform },
      isObserving: () => settings.get('tandem.gateway.observe'),
      isConversation: channel => needs.registry().get(channel) !== undefined,
      observerFor: () => observer,
      files: (env, cwd) =>
        fileVariables({
          ...{ configFolder: configFolder(env), managed: managedFolder(process.platform), cwd },
          settings: { 'tandem.cli.settings': settings.get('tandem.cli.settings') },
        }),
      environment: async () => (await cli.locate()).env,
    }),
  );
  add(
    service.onLost(loss => {
      restartAgent(needs.registry(), loss).catch((error: unknown) =>
        log.warn('The agent did not start again', { error: messageOf(error) }),
      );
    }),
  );
  return service;
}

/** With this value of `http.proxySupport`, the editor leaves requests with an agent of their own. */
function agents(): Agents | undefined {
  const support = vscode.workspace.getConfiguration('http').get('proxySupport');
  return support === 'on' ? undefined : ownAgents();
}
