import type { Log } from '../../base/log';
import type { CliAssistant } from '../agent/cliAssistant';
import type { Channel } from '../channels/channel';
import type { CommandArguments, CommandId } from '../contributed';
import type { Changes } from '../edits/changes/changes';
import type { ProposalDesk } from '../edits/proposals/proposalDesk';
import type { Proposals } from '../edits/proposals/proposals';
import type { Exporter } from '../export/exporter';
import type { Folders } from '../folders/buildFolders';
import type { IdeStart } from '../ide/ideStart';
import type { ToolPicker } from '../ideTools/choice/toolPicker';
import type { ServerList } from '../ideTools/servers/serverList';
import type { Links } from '../links/links';
import type { Chats } from '../panel/chats';
import type { Reporter } from '../report/reporter';
import type { ReviewCommands } from '../rewind/reviewCommands';
import type { SessionRoom } from '../sessions/sessionRoom';
import type { TaskActions } from '../tasks/taskActions';
import type { ClaudeTerminals } from '../terminals/claudeTerminals';

/** What commands act on. */
export interface CommandDeps {
  readonly chats: Chats;
  readonly desk: ProposalDesk;
  readonly proposals: Proposals;
  readonly ide: IdeStart;
  readonly terminals: ClaudeTerminals;
  readonly changes: Changes;
  readonly reviews: ReviewCommands;
  readonly tasks: TaskActions;
  readonly sessionRoom: SessionRoom;
  readonly cli: CliAssistant;
  readonly exporter: Exporter;
  readonly reporter: Reporter;
  readonly folders: Folders;
  readonly links: Links;
  readonly toolPicker: ToolPicker;
  readonly serverList: ServerList;
  readonly log: Log;
  /** All conversations that are open in this window. */
  channels(): readonly Channel[];
  /** The folder of new conversations. */
  cwd(): string | undefined;
  showLog(): void;
}

/** A command's work; what it throws is shown to the person. */
type Command<Id extends CommandId> = (deps: CommandDeps, ...args: CommandArguments[Id]) => unknown;

export type CommandTable<Id extends CommandId = CommandId> = { [K in Id]: Command<K> };
