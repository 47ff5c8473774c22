import type { Hunk, Image, Location, Text, Todo } from './content';
import type { ToolCallId } from './ids';

/** Arguments of a tool call, in the same shape for all agents and versions. */
export interface ToolInputs {
  bash: {
    command: Text;
    description?: string;
    background?: boolean;
    timeoutMs?: number;
  };
  /** Output of a command that runs in the background. */
  shellOutput: { shellId: string; filter?: string };
  shellStop: { shellId: string };
  read: { path: string; offset?: number; limit?: number; pages?: string };
  list: { path: string };
  glob: { pattern: string; path?: string };
  grep: { pattern: string; path?: string; glob?: string; outputMode?: string };
  edit: { path: string; edits: readonly TextEdit[] };
  write: { path: string; content: Text };
  notebookEdit: {
    path: string;
    source: Text;
    cellId?: string;
    cellType?: 'code' | 'markdown';
    editMode: 'replace' | 'insert' | 'delete';
  };
  webFetch: { url: string; prompt?: string };
  webSearch: { query: string };
  todoWrite: { todos: readonly Todo[] };
  task: {
    action: 'create' | 'update' | 'list' | 'get';
    taskId?: string;
    subject?: string;
    description?: string;
    activeText?: string;
    status?: string;
  };
  /** Subagent; its own events carry this call's id as `parentToolId`. */
  agent: {
    description: string;
    prompt: Text;
    agentType?: string;
    background?: boolean;
  };
  skill: { name: string; args?: string };
  slashCommand: { command: string };
  question: { questions: readonly Question[] };
  plan: { plan?: Text; path?: string };
  mcp: {
    server: string;
    tool: string;
    arguments: Readonly<Record<string, unknown>>;
  };
  other: { arguments: Readonly<Record<string, unknown>> };
}

export type ToolFamily = keyof ToolInputs;

export interface TextEdit {
  readonly oldText: Text;
  readonly newText: Text;
  readonly replaceAll?: boolean;
  /** Lines that differ, numbered within both texts; absent: the texts have to be shown whole. */
  readonly hunks?: readonly Hunk[];
}

export interface Question {
  readonly question: string;
  /** Label of a word or two, for a tab or a chip. */
  readonly header?: string;
  readonly options: readonly QuestionOption[];
  readonly multiSelect: boolean;
}

export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  /** Markdown that illustrates the option. */
  readonly preview?: string;
}

export type ToolStatus = 'pending' | 'running' | 'done' | 'failed' | 'denied' | 'interrupted';

/** Output of a tool call, in display order. */
export type ToolContent =
  | { type: 'text'; text: Text }
  | { type: 'markdown'; text: Text }
  | {
      type: 'terminal';
      stdout: Text;
      stderr: Text;
      exitCode?: number;
      interrupted?: boolean;
      /** Id of the background task that continues. */
      backgroundId?: string;
    }
  | {
      type: 'diff';
      path: string;
      change: 'create' | 'update' | 'delete';
      hunks: readonly Hunk[];
      added: number;
      removed: number;
    }
  /** Lines of a file as read; `startLine` is 1-based. */
  | {
      type: 'file';
      path: string;
      text: Text;
      startLine: number;
      totalLines?: number;
    }
  /** Files or matching lines that were found. */
  | {
      type: 'matches';
      /** Description of the matches, in the tool's words. */
      heading?: string;
      matches: readonly Match[];
      total: number;
      truncated: boolean;
    }
  | { type: 'links'; links: readonly { title: string; url: string }[] }
  | { type: 'image'; image: Image }
  | { type: 'todos'; todos: readonly Todo[] }
  | {
      type: 'answers';
      answers: readonly { question: string; answer: string }[];
    }
  /** Named values for which no better form is known. */
  | { type: 'fields'; fields: readonly { name: string; value: Text }[] }
  | { type: 'error'; text: Text };

export interface Match extends Location {
  /** Matching line, if the tool returned it. */
  readonly text?: string;
  /** Why it matches, if the line does not show it. */
  readonly reason?: string;
}

/** State of a call, keyed by `id`. A later event may replace every member. */
export type ToolCall = {
  [F in ToolFamily]: {
    readonly id: ToolCallId;
    readonly family: F;
    /** Agent's own name of the tool, as in its permission rules. */
    readonly tool: string;
    /** Display name: "Bash", "Edit", "github: create_issue". */
    readonly title: string;
    /** Target of the call, in one line: a path, a command, a URL. */
    readonly target?: string;
    readonly parentToolId?: ToolCallId;
    /** Absent until the agent has sent the whole input. */
    readonly input?: ToolInputs[F];
    /** Arguments that the family does not name. */
    readonly otherInput?: Readonly<Record<string, unknown>>;
    readonly content: readonly ToolContent[];
    readonly locations: readonly Location[];
    readonly status: ToolStatus;
    /** Present on an interrupted call that is known not to have begun. */
    readonly neverBegan?: true;
  };
}[ToolFamily];

/** Totals of a subagent, while it runs and at its end. */
export interface AgentProgress {
  readonly status?: 'running' | 'completed' | 'failed' | 'stopped';
  readonly tokens?: number;
  readonly toolUses?: number;
  readonly durationMs?: number;
  readonly lastTool?: string;
}
