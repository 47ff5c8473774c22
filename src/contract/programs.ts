/** Something in a folder's files that makes the agent run programs, or do more without asking. */
export interface FolderProgram {
  readonly kind:
    | 'hook'
    | 'server'
    | 'agent'
    | 'command'
    | 'prompt'
    | 'plugin'
    | 'rule'
    | 'setting'
    | 'unreadable';
  /** Relative to the conversation's folder. */
  readonly file: string;
  /** Event of a hook; name of a server, an agent, a command, a plugin or a setting. */
  readonly name: string;
  /** Text of the file that says what would run; the files of a plugin; why a file is unreadable. */
  readonly text: string;
}

export type ProgramsAnswer = 'allow' | 'decline';

/** Asks whether the programs that come with a folder may run. */
export interface ProgramsQuestion {
  readonly cwd: string;
  /** Identifies the content of the files: an answer holds for it only. */
  readonly hash: string;
  readonly programs: readonly FolderProgram[];
}
