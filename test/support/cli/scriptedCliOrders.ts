import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CliBinary, scriptBinary } from './cliBinary';

/** Orders for `scriptedCli.mjs`. "After n" counts the recorded frames written so far. */
export interface ScriptedCliOrders {
  /** Version printed by `--version`. Default 2.1.329. */
  version?: string;
  /**
   * Recorded frames to replay. Waits for the host's initialize, interrupt, prompts and answers
   * where the recording has them. Other control requests are answered immediately, from the
   * recording or as unsupported. Ids, session id and `/workspace` become the live ones; hook
   * callbacks and MCP servers that the host did not register are left out.
   */
  frames?: string;
  /** Index of the recorded process, from 0; each begins with an `initialize` request. */
  process?: number;
  /** False keeps the recorded `/workspace`; else the working directory replaces it. */
  workspace?: boolean;
  /** Writes each line in pieces, cut inside UTF-8 characters and before the newline. */
  splitBytes?: boolean;
  /**
   * Uses CRLF, and writes a blank line, non-JSON text or JSON that is no frame before each frame.
   */
  noise?: boolean;
  /** Writes frames of unknown types and subtypes after every frame. */
  unknownFrames?: boolean;
  /** Writes one line of this size after so many frames. */
  hugeLine?: { after: number; bytes: number };
  /** Stops writing after so many frames; 0 answers nothing at all. */
  hangAfter?: number;
  /** Exits after so many frames, normally or by a signal, optionally with half a line written. */
  die?: {
    after: number;
    code?: number;
    signal?: NodeJS.Signals;
    stderr?: string;
    halfLine?: boolean;
  };
  /** Control requests that get no answer, like unknown ones up to 2.1.20. */
  unanswered?: readonly string[];
  /** Unknown flags: exit code 1 and a line on stderr, as from the CLI. */
  refusedFlags?: readonly string[];
  /** Ignores SIGTERM and SIGINT. */
  ignoreSignals?: boolean;
  /** Ignores the end of stdin. */
  ignoreEof?: boolean;
  /** Starts a process that ignores SIGTERM, optionally one that keeps stdout open. */
  grandchild?: 'quiet' | 'holdsStdout';
  /** File that receives a JSON line for each event; see `readReport`. */
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

/** Path for `tandem.cli.path`. */
export const scriptedCliPath = fileURLToPath(new URL('./scriptedCli.mjs', import.meta.url));

/** Returns variables for the child's environment or `tandem.cli.env`. */
export function scriptedCliEnv(orders: ScriptedCliOrders): { SCRIPTED_CLI: string } {
  return { SCRIPTED_CLI: JSON.stringify(orders) };
}

export function scriptedCliBinary(version = '2.1.329'): CliBinary {
  return scriptBinary(version, scriptedCliPath);
}

/** Returns the events that the scripted CLI has written to its `report` so far. */
export function readReport(path: string): ScriptedCliEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line)
    .map(line => JSON.parse(line) as ScriptedCliEvent);
}

/** Returns the path of a recorded, compacted scenario; see the README of the fixtures. */
export function framesPath(version: '2.0.36' | '2.1.120' | '2.1.329', scenario: string): string {
  return fixture(`frames/${version}/${scenario}.jsonl`);
}

/** Returns the path of an uncompacted scenario, recorded for rendering. */
export function recordedPath(version: string, scenario: string): string {
  return fixture(`recorded/${version}/${scenario}.jsonl`);
}

function fixture(path: string): string {
  return fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
}
