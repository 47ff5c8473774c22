/** Returns an error's message, for users and logs. Omits unparsable text: it may be private. */
export function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) {
    return error.message.replace(/(?:, )?(?:\.\.\.)?"[\s\S]*(?= is not valid JSON$)/, ': this');
  }
  return error instanceof Error ? error.message : String(error);
}

/** Areas of errors. */
type ErrorArea =
  | 'agent'
  | 'attachment'
  | 'change'
  | 'cli'
  | 'context'
  | 'conversation'
  | 'edit'
  | 'file'
  | 'folder'
  | 'gateway'
  | 'git'
  | 'ide'
  | 'inspector'
  | 'install'
  | 'link'
  | 'mcp'
  | 'mention'
  | 'message'
  | 'notebook'
  | 'page'
  | 'plugin'
  | 'process'
  | 'profile'
  | 'prompt'
  | 'rewind'
  | 'row'
  | 'run'
  | 'session'
  | 'settings'
  | 'shell'
  | 'spawn'
  | 'speech'
  | 'task'
  | 'terminal'
  | 'tool'
  | 'trust'
  | 'usage'
  | 'worktree';

/** Code of an error, for example `session.absent`. */
export type ErrorCode = `${ErrorArea}.${string}`;

/** Error that the user sees: `message` says what happened and what to do, `code` is stable. */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown; detail?: string },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.detail = options?.detail;
  }

  /** Longer text for an expander: an excerpt of stderr, a stack. */
  readonly detail: string | undefined;
}
