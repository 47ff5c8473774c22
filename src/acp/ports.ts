import type { JsonObject } from '../base/json';
import type { ChannelId } from '../contract/ids';

/** Command that speaks the Agent Client Protocol on its stdin and stdout. */
export interface AcpCommand {
  /** Name in the setting `tandem.agents`. */
  readonly name: string;
  /** Program: absolute, or found on PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the inherited environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The editor's side of the protocol, for one conversation. */
export interface AcpClient {
  readonly files: AcpFiles;
  readonly terminals: AcpTerminals;
  /** MCP servers for new sessions, in the protocol's form; those the agent cannot use are left out. */
  servers(abilities: {
    readonly http: boolean;
    readonly sse: boolean;
  }): Promise<readonly JsonObject[]>;
  /** Called with places that the agent looks at or changes; lines are 1-based. */
  follow?(path: string, line: number | undefined): void;
  /**
   * Lets the user sign in, because the agent refuses to work before that. For `terminal`, it
   * resolves when the command has ended; the agent itself carries out a way of kind `agent`.
   * @param agent its name for users
   * @param signal aborts if the conversation no longer waits
   * @returns undefined if the user does not sign in
   */
  signIn?(
    agent: string,
    ways: readonly AcpSignIn[],
    signal: AbortSignal,
  ): Promise<AcpSignedIn | undefined>;
  dispose(): void;
}

/** Way to sign in, in the agent's own words. */
export interface AcpSignIn {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly how:
    | { readonly kind: 'agent' }
    /** A program to run in a terminal, with a full command line. */
    | ({ readonly kind: 'terminal' } & Pick<AcpCommand, 'command' | 'args' | 'env'>)
    /** Variables that the agent reads when it starts. */
    | { readonly kind: 'variables'; readonly variables: readonly AcpVariable[] };
}

interface AcpVariable {
  readonly name: string;
  readonly label?: string;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

export interface AcpSignedIn {
  /** Id of the way that the user took. */
  readonly id: string;
  /** Values for a way of kind `variables`; kept for this process only. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Text files by absolute path, as the editor has them: unsaved text counts. */
export interface AcpFiles {
  /**
   * Returns undefined if there is no file.
   * @throws UserError if the path is outside the conversation's folders, or unreadable
   */
  read(path: string): Promise<string | undefined>;
  /**
   * Replaces the text and saves it; creates missing folders.
   * @param signal aborts if the user stops the turn before the file is written
   * @throws UserError if the path is outside the conversation's folders, or not writable
   */
  write(path: string, text: string, signal: AbortSignal): Promise<void>;
}

export interface AcpTerminals {
  /** Starts a command in a visible terminal. @throws UserError if it cannot start */
  create(request: TerminalRequest): Promise<AcpTerminal>;
}

export interface TerminalRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path. */
  readonly cwd: string;
  /** Bytes of output that are kept, counted from the end. */
  readonly outputByteLimit: number;
}

export interface AcpTerminal {
  output(): { readonly text: string; readonly isCut: boolean; readonly exit?: TerminalExit };
  readonly exited: Promise<TerminalExit>;
  /** Ends the command and everything that it started; the output stays. */
  kill(): Promise<void>;
  /** Kills a running command and forgets the output. */
  release(): Promise<void>;
}

export interface TerminalExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export type AcpClientFactory = (options: {
  readonly channel: ChannelId;
  readonly cwd: string;
  /** Further folders that the agent may work in, as absolute paths. */
  readonly addDirs: readonly string[];
  /** Name of the agent, for questions to the user. */
  readonly agent?: string;
}) => Promise<AcpClient>;
