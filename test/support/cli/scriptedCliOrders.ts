import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CliBinary, scriptBinary } from './cliBinary';

/** Orders for `scriptedCli.mjs`. "After n" counts the recorded frames it has written. */
export interface ScriptedCliOrders {
  /** What `--version` prints. Default 2.1.329. */
  version?: string;
  /**
   * Recorded frames to replay. It waits for the host's initialize, interrupt, prompts and answers
   * where the recording has them; other control requests are answered from the recording when they
   * come, or as unsupported. Ids, session id and `/workspace` become the live ones; hook callbacks
   * and MCP servers that the host did not register are left out.
   */
  frames?: string;
  /** Which process of the file, from 0; each begins with an `initialize` request. */
  process?: number;
  /** False keeps the recorded `/workspace`; else it becomes the working directory. */
  workspace?: boolean;
  /** Writes each line in pieces, cut in the middle of UTF-8 characters and before the newline. */
  splitBytes?: boolean;
  /** CRLF, and before every frame a blank line, text that is no JSON, or JSON that is no frame. */
  noise?: boolean;
  /** Frames of types and subtypes that nobody knows, after every frame. */
  unknownFrames?: boolean;
  /** One line of this size after so many frames. */
  hugeLine?: { after: number; bytes: number };
  /** Writes nothing more after so many frames; 0 answers nothing at all. */
  hangAfter?: number;
  /** Ends after so many frames, by itself or by a signal, if ordered with half a line written. */
  die?: {
    after: number;
    code?: number;
    signal?: NodeJS.Signals;
    stderr?: string;
    halfLine?: boolean;
  };
  /** Control requests that get no answer, as unknown ones do up to 2.1.20. */
  unanswered?: readonly string[];
  /** Flags that it does not know: exit code 1 and a line on stderr, as the CLI does. */
  refusedFlags?: readonly string[];
  /** SIGTERM and SIGINT do nothing. */
  ignoreSignals?: boolean;
  /** The end of stdin does nothing. */
  ignoreEof?: boolean;
  /** Starts a process that ignores SIGTERM, with or without keeping stdout open. */
  grandchild?: 'quiet' | 'holdsStdout';
  /** File that receives a line of JSON for everything that happens, see `readReport`. */
  report?: string;
}

export type ScriptedCliEvent =
  | {
      event: 'start';
      pid: number;
      argv: readonly string[];
      cwd: string;
      env: Readonly<Record<string, string>>;
    }
  | { event: 'grandchild'; pid: number }
  | { event: 'stdin'; line: string }
  | { event: 'signal'; signal: NodeJS.Signals }
  | { event: 'eof' | 'hanging' | 'dying' | 'replayed' };

/** For `tandem.cli.path`. */
export const scriptedCliPath = fileURLToPath(new URL('./scriptedCli.mjs', import.meta.url));

/** For the child's environment, or `tandem.cli.env`. */
export function scriptedCliEnv(orders: ScriptedCliOrders): { SCRIPTED_CLI: string } {
  return { SCRIPTED_CLI: JSON.stringify(orders) };
}

export function scriptedCliBinary(version = '2.1.329'): CliBinary {
  return scriptBinary(version, scriptedCliPath);
}

/** What the scripted CLI has written to its `report` so far. */
export function readReport(path: string): ScriptedCliEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line)
    .map(line => JSON.parse(line) as ScriptedCliEvent);
}

/** A recorded scenario, compacted; see the README of the fixtures. */
export function framesPath(version: '2.0.36' | '2.1.120' | '2.1.329', scenario: string): string {
  return fixture(`frames/${version}/${scenario}.jsonl`);
}

/** A scenario recorded for rendering, uncompacted. */
export function recordedPath(version: '2.0.36' | '2.1.329', scenario: string): string {
  return fixture(`recorded/${version}/${scenario}.jsonl`);
}

function fixture(path: string): string {
  return fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
}
