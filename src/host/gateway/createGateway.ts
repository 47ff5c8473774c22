import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import { fileVariables } from '../../cli/permissions/fileVariables';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import { configFolder } from '../../cli/sessions/sessionFolder';
import type { ChannelId } from '../../contract/ids';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { Profiles } from '../account/profiles';
import type { CliAssistant } from '../agent/cliAssistant';
import type { HostBase } from '../hostBase';
import { CallLogs } from './callLogs';
import { connectionsBy } from './connections';
import { GatewayService } from './gatewayService';
import { restartAgent } from './restartAgent';

interface GatewayNeeds extends HostBase {
  readonly profiles: Profiles;
  readonly cli: Pick<CliAssistant, 'locate'>;
  registry(): ChannelRegistry;
  isRecorded(channel: ChannelId): boolean;
}

export interface GatewayFeature {
  readonly gateway: GatewayService;
  /** Calls that went through the gateway, by conversation. */
  readonly calls: CallLogs;
}

export function createGateway(needs: GatewayNeeds): GatewayFeature {
  const { settings, clock, log: hostLog, add, profiles, cli } = needs;
  const log = hostLog.child('gateway');
  const isConversation = (channel: ChannelId) => needs.registry().get(channel) !== undefined;
  const calls = add(new CallLogs({ isOpen: isConversation, log }));
  const service = add(
    new GatewayService({
      ...{ profiles, clock, log, platform: process.platform },
      agents: () => connectionsBy(vscode.workspace.getConfiguration('http').get('proxySupport')),
      isObserving: () => settings.get('tandem.gateway.observe'),
      isRecorded: channel => needs.isRecorded(channel),
      isConversation,
      observers: async () => {
        const open = await calls.opener();
        return channel => open(channel).observe;
      },
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
  return { gateway: service, calls };
}
