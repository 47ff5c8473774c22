import * as vscode from 'vscode';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Channel } from '../../../core/conversation/channel';
import { nativeUi } from '../../nativeText/nativeUi';
import { serverRows } from './serverRows';
import type { WorkspaceServers } from './workspaceServers';

/** Lists the MCP servers of a conversation, with the reason why some are not offered. */
export class ServerList {
  constructor(
    private readonly servers: WorkspaceServers,
    private readonly log: Log,
  ) {}

  async show(channel: Channel): Promise<void> {
    const { servers, broken } = await this.servers.list();
    const agent = await this.statusOf(channel);
    const rows = serverRows({ servers, broken, isOffering: this.servers.isOffering, agent });
    const items = rows.map(({ name, state, detail, file }) => ({
      label: name,
      description: state,
      detail,
      file,
    }));
    const picked = await nativeUi.showQuickPick(items, {
      title: vscode.l10n.t('MCP servers of this conversation'),
      placeHolder:
        rows.length === 0
          ? vscode.l10n.t('There are none: neither in .vscode/mcp.json nor in the agent.')
          : vscode.l10n.t('Pick one to open the file that names it'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked?.file) {
      await vscode.window.showTextDocument(vscode.Uri.file(picked.file));
    }
  }

  private async statusOf(channel: Channel) {
    try {
      return await channel.agent.slot.live?.servers.list();
    } catch (error) {
      this.log.info('The MCP servers of the agent are not known', { error: messageOf(error) });
      return undefined;
    }
  }
}
