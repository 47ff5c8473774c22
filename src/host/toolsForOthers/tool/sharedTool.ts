import type { FileView } from '../../../core/edits/review/fileView';
import type { Batch } from '../../../core/runs/run';
import type { Runs } from '../../../core/runs/runs';
import type { McpTool } from '../../../terminalServer/mcp/tool';
import type { CodeSearch } from '../../agentTools/codeIndex/codeSearch';
import type { ToolContext } from '../../agentTools/tool/editorTool';
import type { UnaskedRun } from '../../runs/startUnasked';
import type { SearchText } from '../../sessions/searchPicker';
import type { SessionRow } from '../../sessions/sessionRow';

/** Features of Tandem that tools for others use. */
export interface SharedFeatures {
  /** Starts runs that the user has agreed to. @throws UserError with the reason why none can start */
  startRun(wanted: UnaskedRun): Promise<Batch>;
  runs(): Promise<Pick<Runs, 'book' | 'onChanged' | 'stop'>>;
  /** Conversations about the folders of this window, newest first. */
  conversations(): Promise<readonly SessionRow[]>;
  readonly searchText: SearchText;
  /** Changes that wait for a decision. */
  changes(): Promise<readonly FileView[]>;
  /** Search of code, shared with the conversations of the window. */
  readonly code: Pick<CodeSearch, 'find'>;
}

/** Surroundings of the calls of one agent. */
export interface SharedContext extends ToolContext {
  readonly features: SharedFeatures;
  /** Folder of the window for runs: a folder below it could bring rules of its own. */
  readonly runFolder: string;
  /** Asks the user about a run; absent: VS Code has asked already. */
  readonly confirmRun?: (wanted: UnaskedRun, signal: AbortSignal) => Promise<boolean>;
}

/** Tool for the chats and agents of others. */
export interface SharedTool {
  /** Whether it works in an untrusted workspace: it starts no process and shows no conversation. */
  readonly isSafe: boolean;
  make(context: SharedContext): McpTool;
}
