import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { type OwnCommand, terminalCommands } from '../../contract/commands';
import type { Conversation } from '../../contract/conversation';
import type { Channel } from '../../core/conversation/channel';
import type { CommandId } from '../contributed';

/** Commands that the words of the list stand for. The page cannot name others. */
const commandOf: Record<OwnCommand, readonly [id: CommandId | NativeCommand, argument?: string]> = {
  new: ['tandem.chat.new'],
  resume: ['tandem.sessions.search'],
  rewind: ['tandem.rewind.open'],
  mode: ['tandem.mode.set'],
  model: ['tandem.model.set'],
  effort: ['tandem.effort.set'],
  fast: ['tandem.fastMode.toggle'],
  plan: ['tandem.mode.plan'],
  copy: ['tandem.chat.copyTurn'],
  export: ['tandem.chat.exportMarkdown'],
  'add-dir': ['tandem.chat.addFolder'],
  tools: ['tandem.tools.choose'],
  mcp: ['tandem.sections.servers'],
  permissions: ['tandem.sections.permissions'],
  hooks: ['tandem.sections.hooks'],
  'output-style': ['tandem.sections.outputStyles'],
  account: ['tandem.sections.account'],
  memory: ['tandem.sections.memory'],
  agents: ['tandem.sections.agents'],
  skills: ['tandem.sections.skills'],
  plugins: ['tandem.sections.plugins'],
  usage: ['tandem.sections.usage'],
  context: ['tandem.sections.context'],
  status: ['tandem.sections.status'],
  sandbox: ['tandem.sections.sandbox'],
  config: ['tandem.sections.settings'],
  login: ['tandem.account.signIn'],
  diff: ['tandem.changes.reviewAll'],
  tasks: ['tandem.tasks.focus'],
};

type NativeCommand = 'tandem.tasks.focus';

/** Runs the commands of the list that do not go to the agent. */
export class SlashActions {
  async run(command: OwnCommand): Promise<void> {
    const [id, ...argument] = commandOf[command];
    await vscode.commands.executeCommand(id, ...argument);
  }

  /**
   * Opens a terminal in the conversation's folder, in which Claude Code runs the command.
   * @throws UserError `terminal.unknownCommand`
   */
  async inTerminal({ cwd, conversation }: Channel, name: string): Promise<void> {
    const { terminalCommands: reported = [] } = conversation.summary.choices;
    const answered = terminalOnlyIn(conversation);
    if (![...terminalCommands, ...reported, ...answered].some(known => known === name)) {
      throw new UserError(
        'terminal.unknownCommand',
        vscode.l10n.t('Claude Code has no command /{0} for terminals.', name),
      );
    }
    const id: CommandId = 'tandem.terminal.open';
    await vscode.commands.executeCommand(id, { cwd, command: name });
  }
}

/** Returns commands that the agent has refused outside of a terminal. */
function terminalOnlyIn({ turns, open }: Conversation): readonly string[] {
  return [...turns, ...(open ? [open] : [])].flatMap(({ items }) =>
    items.flatMap(item =>
      item.kind === 'notice' && item.notice.kind === 'terminalOnly' ? [item.notice.command] : [],
    ),
  );
}
