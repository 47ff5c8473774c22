import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ToolCallId } from '../../contract/ids';
import type { FileFindings, OpenFiles } from '../../core/conversation/editEvents';
import type { ToolOutcome, ToolUse } from '../../protocol/agentSource';
import { FileProblems } from './fileProblems';
import { UnsavedFiles } from './unsavedFiles';

export interface EditorFilesOptions {
  /** Read for each call. */
  savesBeforeTools(): boolean;
  tellsAgentOfProblems(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Saves unsaved text before a tool call and collects new problems after it. */
export class EditorFiles implements OpenFiles {
  private readonly unsaved: UnsavedFiles;
  private readonly problems: FileProblems;

  constructor(private readonly options: EditorFilesOptions) {
    const { clock, log } = options;
    this.unsaved = new UnsavedFiles({ isEnabled: () => options.savesBeforeTools(), clock, log });
    this.problems = new FileProblems({ tellsAgent: () => options.tellsAgentOfProblems(), clock });
  }

  async before(use: ToolUse): Promise<readonly string[]> {
    const notes = await this.unsaved.save([...new Set([...use.reads, ...use.edits])]);
    this.problems.remember(use.toolId, use.edits);
    return notes;
  }

  async after(use: ToolUse, outcome: ToolOutcome): Promise<FileFindings> {
    if (outcome.kind === 'failed') {
      this.problems.forget(use.toolId);
      return { problems: new Map() };
    }
    try {
      return await this.problems.compare(use.toolId);
    } catch (error) {
      this.options.log.warn(`The problems after ${use.tool} are not known: ${messageOf(error)}`);
      return { problems: new Map() };
    }
  }

  forget(tool: ToolCallId): void {
    this.problems.forget(tool);
  }
}
