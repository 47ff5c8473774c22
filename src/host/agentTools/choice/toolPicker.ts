import * as vscode from 'vscode';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Channel } from '../../../core/conversation/channel';
import { ruleFor } from '../../../protocol/editorServer';
import { nativeUi } from '../../nativeText/nativeUi';
import type { EditorTools } from '../tool/editorTools';
import { type ChoiceGroup, type ChoiceTool, disabledAfter, toolsToChoose } from './toolGroups';

interface Choice extends vscode.QuickPickItem {
  readonly tool?: ChoiceTool;
}

/** Lets the user choose the tools of a conversation, by group. */
export class ToolPicker {
  constructor(
    private readonly editorTools: EditorTools,
    private readonly log: Log,
  ) {}

  async choose(channel: Channel): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        'trust.required',
        vscode.l10n.t('Tools can be chosen in trusted workspaces only.'),
      );
    }
    const tools = await this.toolsOf(channel);
    const picked = await nativeUi.showQuickPick(itemsOf(tools), {
      canPickMany: true,
      title: vscode.l10n.t('Tools of this conversation'),
      placeHolder: vscode.l10n.t('What is not ticked is switched off for the agent'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!picked) {
      return;
    }
    const rules = new Set(picked.flatMap(({ tool }) => (tool ? [tool.rule] : [])));
    const lmTools = tools
      .filter(({ source, rule }) => source === 'extension' && rules.has(rule))
      .map(({ rule }) => rule.slice(ruleFor('').length));
    channel.tools.set({
      disabled: disabledAfter(channel.tools.picked.disabled, tools, rules),
      lmTools,
    });
  }

  private async toolsOf(channel: Channel): Promise<readonly ChoiceTool[]> {
    const { id: channelId, cwd, record } = channel;
    const folders = record.addDirs ?? [];
    return toolsToChoose({
      disabled: channel.tools.picked.disabled,
      editor: this.editorTools.offered({ channelId, cwd, folders }),
      servers: await this.serversOf(channel),
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

function itemsOf(tools: readonly ChoiceTool[]): Choice[] {
  const labels = groupLabels();
  const sources = sourceLabels();
  return tools.flatMap((tool, index): Choice[] => {
    const { group, label, source, detail, isOn } = tool;
    const isFirst = group !== tools[index - 1]?.group;
    const heading = { label: labels[group], kind: vscode.QuickPickItemKind.Separator };
    const item: Choice = {
      label,
      description: sources[source],
      ...(detail ? { detail } : {}),
      picked: isOn,
      tool,
    };
    return isFirst ? [heading, item] : [item];
  });
}

function groupLabels(): Readonly<Record<ChoiceGroup, string>> {
  return {
    readOnly: vscode.l10n.t('Read-only tools'),
    edit: vscode.l10n.t('Edit tools'),
    execution: vscode.l10n.t('Execution tools'),
    mcp: vscode.l10n.t('MCP tools'),
    other: vscode.l10n.t('Other tools'),
  };
}

function sourceLabels(): Readonly<Record<ChoiceTool['source'], string>> {
  return {
    agent: vscode.l10n.t('of the agent, from the next message on'),
    editor: vscode.l10n.t('of the editor'),
    extension: vscode.l10n.t('of another extension'),
    server: vscode.l10n.t('of an MCP server, from the next message on'),
  };
}
