export type Notice =
  | { kind: 'info'; text: string }
  | { kind: 'warning'; text: string }
  | { kind: 'compacting' }
  | {
      kind: 'compacted';
      summary?: string;
      tokensBefore?: number;
      tokensAfter?: number;
      /** The agent has done so by itself, because the conversation was long. */
      isAutomatic?: true;
    }
  | {
      kind: 'retrying';
      attempt: number;
      maxAttempts?: number;
      delayMs?: number;
      status?: number;
    }
  /** Output of a command that the CLI answered by itself (/cost, /model). */
  | { kind: 'commandOutput'; command?: string; text: string }
  | HookNotice
  /** The agent knows the command in a terminal only; `text` is how it says so. */
  | { kind: 'terminalOnly'; command: string; text: string };

/** A hook of the CLI's settings has printed something, failed, or stopped what it was asked about. */
export interface HookNotice {
  readonly kind: 'hook';
  /** Event with what it was about, such as `PreToolUse:Bash`. */
  readonly name: string;
  readonly result: 'printed' | 'failed' | 'blocked';
  readonly exitCode?: number;
  /** Output or reason; may be empty. */
  readonly text: string;
}
