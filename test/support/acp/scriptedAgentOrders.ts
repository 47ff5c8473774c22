import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AcpCommand } from '../../../src/acp/ports';
import type { JsonObject } from '../../../src/base/json';

/** JSON-RPC error. */
interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/**
 * Step of the agent. In all strings, `$CWD` is the session's folder, `$SESSION` its id and
 * `$TOOL` an id of the prompt. Once the turn is cancelled, only steps with `always` run.
 */
export type AgentStep = { always?: boolean } /** Text or a thought, in so many chunks. */ & (
  | { say: string; chunks?: number; messageId?: string }
  | { think: string; chunks?: number; messageId?: string }
  /** `session/update` as it stands; `tool` and `toolUpdate` add the kind of update. */
  | { update: JsonObject }
  | { tool: JsonObject }
  | { toolUpdate: JsonObject }
  /** Asks for permission, and runs the steps of the option taken, of `cancelled` or of `else`. */
  | { ask: JsonObject; answers?: Record<string, AgentStep[]>; isParallel?: boolean }
  /** Withdraws the newest request with `$/cancel_request`. */
  | { cancelAsked: true }
  /** Any request to the client; `sayReply` says the answer as JSON. */
  | { request: { method: string; params: unknown }; sayReply?: boolean; next?: AgentStep[] }
  /** Any message that wants no answer: `{method, params}`. */
  | { notify: JsonObject }
  /** Reads a file through the client, and says its content or `[error code]`. */
  | { read: string | { path: string; line?: number; limit?: number } }
  | { write: { path: string; content: string } }
  /** Writes a file itself. */
  | { writeDisk: { path: string; content: string } }
  /** Runs a command in a terminal of the client, and says `output[exit code]`. */
  | { terminal: JsonObject; kill?: boolean; keep?: boolean }
  /** Bytes on stdout. */
  | { raw: string }
  | { rawBase64: string }
  /** Many messages, or long ones. */
  | { flood: { count?: number; length?: number; tools?: boolean } }
  | { repeat: number; steps: AgentStep[] }
  /** Milliseconds. */
  | { wait: number }
  | { untilFile: string }
  /** Waits for `session/cancel`. */
  | { hold: true }
  /** Another answer to the prompt than the last one, such as `{id: 99, result}`. */
  | { answer: JsonObject }
  | { fail: RpcError }
  | { stop: string }
  /** Ends the steps without an answer. */
  | { silent: true }
  | { closeOutput: true }
  /** Exits with a code, or is killed by a signal. */
  | { die: number | string }
);

/** Orders for `scriptedAgent.mjs`. */
export interface ScriptedAgentOrders {
  /** The first turn whose `match` is in the prompt; without one, the agent repeats the prompt. */
  turns?: readonly { match?: string; steps: readonly AgentStep[]; result?: JsonObject }[];
  /** Merged into the answer to `initialize`; null removes a member. */
  initialize?: JsonObject;
  /** Merged into the answers to `session/new`, `load` and `resume`: modes, configOptions. */
  session?: JsonObject;
  sessionId?: string;
  /** Errors that methods answer with, by method. */
  errors?: Readonly<Record<string, RpcError>>;
  /** Steps before and after the answer to a method. */
  before?: Readonly<Record<string, readonly AgentStep[]>>;
  after?: Readonly<Record<string, readonly AgentStep[]>>;
  authMethods?: readonly JsonObject[];
  /** True: a new session and prompts need `authenticate` first. */
  needsSignIn?: boolean;
  /** Folder in which the agent keeps its sessions; absent: they end with it. */
  store?: string;
  /** Written to stdout before anything else. */
  noise?: string;
  stderr?: string;
  /** Exits before it reads anything, with `exitCode`. */
  dies?: 'start';
  exitCode?: number;
  ignoreCancel?: boolean;
  /** Ignores SIGTERM and SIGINT. */
  ignoreSignals?: boolean;
  /** Ignores the end of stdin. */
  ignoreEof?: boolean;
  /** Starts a process that outlives it. */
  grandchild?: boolean;
  /** File that receives a JSON line for each event; see `readReport`. */
  report?: string;
}

export type ReportEntry = { event: string; line?: string; pid?: number; signal?: string } & {
  env?: Readonly<Record<string, string>>;
  argv?: readonly string[];
};

const script = fileURLToPath(new URL('scriptedAgent.mjs', import.meta.url));

/**
 * Returns a command that runs the scripted agent.
 * @param folder receives the orders and the report
 */
export function scriptedAgent(
  folder: string,
  orders: ScriptedAgentOrders,
  name = 'scripted',
): AcpCommand {
  const file = join(folder, `${name}-orders.json`);
  writeFileSync(file, JSON.stringify({ report: reportPath(folder, name), ...orders }));
  return { name, command: process.execPath, args: [script], env: { SCRIPTED_ACP: file } };
}

function reportPath(folder: string, name: string): string {
  return join(folder, `${name}-report.jsonl`);
}

/** Returns what the agent has noted so far, oldest first. */
export function readReport(folder: string, name = 'scripted'): ReportEntry[] {
  const path = reportPath(folder, name);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter(line => line !== '').map(line => JSON.parse(line));
}

/** Returns the messages that the agent has received, oldest first. */
export function received(folder: string, name = 'scripted'): JsonObject[] {
  return readReport(folder, name).flatMap(({ event, line }) =>
    event === 'stdin' && line ? [JSON.parse(line)] : [],
  );
}
