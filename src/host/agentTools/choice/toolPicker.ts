import * as vscode from 'vscode';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Channel } from '../../../core/conversation/channel';
import { ruleFor } from '../../../protocol/editorServer';
import type { EditorTools } from '../tool/editorTools';
import type { KnownTools } from './knownTools';
import { tickTools } from './tickTools';
import { disabledAfter, toolsToChoose } from './toolGroups';

/** Lets the user choose the tools of a conversation, by group. */
export class ToolPicker {
  constructor(
    private readonly editorTools: EditorTools,
    private readonly known: KnownTools,
    private readonly log: Log,
  ) {}

  async choose(channel: Channel): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        'trust.required',
        vscode.l10n.t('Tools can be chosen in trusted workspaces only.'),
      );
    }
    const { id: channelId, cwd, record } = channel;
    const { names, isReported } = this.known.of(channel.conversation.summary);
    const tools = toolsToChoose({
      reported: names,
      disabled: channel.tools.picked.disabled,
      editor: this.editorTools.offered({ channelId, cwd, folders: record.addDirs ?? [] }),
      servers: await this.serversOf(channel),
    });
    const picked = await tickTools(
      tools,
      isReported
        ? vscode.l10n.t('Unselected tools are turned off')
        : vscode.l10n.t('Usual tools, until the first message'),
    );
    if (!picked) {
      return;
    }
    const lmTools = tools
      .filter(({ isOptional, key }) => isOptional && picked.has(key))
      .map(({ key }) => key.slice(ruleFor('').length));
    channel.tools.set({
      disabled: disabledAfter(channel.tools.picked.disabled, tools, picked),
      lmTools,
    });
  }

  private async serversOf(channel: Channel) {
    try {
      return (await channel.agent.slot.live?.servers.list()) ?? [];
    } catch (error) {
      this.log.info('The MCP servers of the agent are not known', { error: messageOf(error) });
      return [];
    }
  }
}
