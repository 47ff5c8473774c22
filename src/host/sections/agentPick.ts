import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isUsable } from '../../cli/agentFiles/launchAgents';
import type { Channel } from '../../core/conversation/channel';
import type { NewConversation } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import type { CommandId } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { readFiles } from './agents/agentState';
import type { DefinitionPorts } from './definitions/definitionPorts';

interface AgentPickParts extends Pick<DefinitionPorts, 'agentPlaces' | 'usesGithub'> {
  /** Folder of new conversations. */
  cwd(): string | undefined;
  channels(): readonly Pick<Channel, 'cwd' | 'conversation'>[];
  startNew(conversation: NewConversation): Promise<unknown>;
}

interface OfferedAgent {
  readonly name: string;
  readonly description: string;
}

/** Command that starts a conversation in which a chosen agent answers. */
export function agentPickCommands(parts: AgentPickParts) {
  return {
    'tandem.chat.newWithAgent': async argument => {
      requireTrust();
      const cwd = parts.cwd();
      if (cwd === undefined) {
        throw new UserError('folder.none', vscode.l10n.t('Open a folder first.'));
      }
      const offered = await agentsFor(parts, cwd);
      const agent =
        argument === undefined
          ? await pickAgent(offered)
          : offered.find(({ name }) => name === argument)?.name;
      if (argument !== undefined && agent === undefined) {
        const message = vscode.l10n.t('There is no agent {0} here.', String(argument));
        throw new UserError('row.gone', message);
      }
      if (agent !== undefined) {
        await parts.startNew({ cwd, start: { picks: { agent } } });
      }
    },
  } satisfies Partial<CommandTable>;
}

async function pickAgent(offered: readonly OfferedAgent[]): Promise<string | undefined> {
  const items: (vscode.QuickPickItem & { readonly name?: string })[] = [
    ...offered.map(({ name, description }) => ({ label: name, detail: description, name })),
    // A list of nothing would not say how to get an agent.
    {
      label: vscode.l10n.t('Manage Agents'),
      iconPath: new vscode.ThemeIcon('settings-gear'),
      alwaysShow: true,
    },
  ];
  const picked = await nativeUi.showQuickPick(items, {
    title: vscode.l10n.t('New Claude Conversation with Custom Agent'),
    placeHolder: vscode.l10n.t('Which agent should answer instead of Claude Code itself?'),
    matchOnDetail: true,
  });
  if (picked && picked.name === undefined) {
    await vscode.commands.executeCommand('tandem.sections.agents' satisfies CommandId);
  }
  return picked?.name;
}

/** Lists agents of files, then those that a running agent of the folder has reported. */
async function agentsFor(parts: AgentPickParts, cwd: string): Promise<readonly OfferedAgent[]> {
  const { agents } = await readFiles(parts, cwd);
  const own = agents
    .filter(one => isUsable(one) && !one.overriddenBy && one.file.isForUser)
    .map(({ file: { name, description = '' } }) => ({ name, description }));
  const reported = parts
    .channels()
    .filter(channel => channel.cwd === cwd)
    .flatMap(({ conversation }) => conversation.summary.choices.agents ?? []);
  const known = new Map<string, OfferedAgent>();
  for (const { name, description } of [...own, ...reported]) {
    if (!known.has(name)) known.set(name, { name, description });
  }
  return [...known.values()];
}
