import type { PipedProcess } from '../node/spawnProcess';

/** Program with its arguments, ready to be started without a shell. */
export interface SpeechCommand {
  /** Name for messages, such as `arecord`. */
  readonly name: string;
  /** Full path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The system that the programs run on. */
export interface SpeechSystem {
  readonly platform: NodeJS.Platform;
  /** Working folder of the programs: none of the user's projects. */
  readonly cwd: string;
}

/** Ends the programs of a dictation with it. */
export interface ProcessOwner {
  readonly isDisposed: boolean;
  /** Ends the process at once if the dictation is over. */
  add(process: PipedProcess): void;
}
