import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Channel } from '../../../core/conversation/channel';
import type { ChannelRegistry } from '../../../core/registry/channelRegistry';
import type { ServerConfigs } from '../../../protocol/agentSource';
import { messageText } from '../../nativeText/messageText';
import { nativeUi } from '../../nativeText/nativeUi';
import { configsOf, type WorkspaceServers } from './workspaceServers';

/** Sends changed MCP servers to running agents, and warns the user of files that cannot be read. */
export function followServers(
  servers: WorkspaceServers,
  registry: ChannelRegistry,
  log: Log,
): Disposable {
  return servers.onChanged(found => {
    for (const [file, reason] of found.broken) {
      void showBroken(file, reason);
    }
    // A file that is broken for a moment must not remove servers that are in use.
    if (found.broken.size === 0) {
      for (const channel of registry.all) {
        void offer(channel, configsOf(found), log);
      }
    }
  });
}

async function offer(channel: Channel, configs: ServerConfigs, log: Log): Promise<void> {
  try {
    const troubles = await channel.agent.slot.live?.servers.set(configs);
    for (const [name, reason] of troubles ?? []) {
      channel.note(vscode.l10n.t('The MCP server "{0}" cannot be reached: {1}', name, reason));
    }
  } catch (error) {
    if (error instanceof UserError && error.code === 'cli.unsupported') {
      channel.agent.needRestart();
      return;
    }
    log.warn('MCP servers were not taken', { error: messageOf(error) });
  }
}

async function showBroken(file: string, reason: string): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const message = vscode.l10n.t('{0} cannot be read: {1}', file, reason);
  if ((await nativeUi.showWarningMessage(messageText(message, 500), open)) === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }
}
