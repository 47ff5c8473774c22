import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { RpcError, rpcCodeOf, rpcCodes } from '../wire/rpcError';
import type { AgentConnection, Introduction } from './agentConnection';

/** How a session of the agent begins. `id`: the agent's own id of a session that it has kept. */
export type SessionStart =
  | { readonly kind: 'new' }
  | { readonly kind: 'resume' | 'fork'; readonly id: string };

export interface OpenedSession {
  /** Agent's own id. */
  readonly id: string;
  /** Answer with modes, models and options. */
  readonly result: unknown;
  /** True if a session was to go on and the agent knows nothing of it. */
  readonly hasForgotten: boolean;
}

interface OpenOptions {
  readonly cwd: string;
  readonly addDirs: readonly string[];
  /** MCP servers in the protocol's form. */
  readonly servers: readonly JsonObject[];
  /** True if the history must come from the agent: it is loaded rather than resumed. */
  readonly needsHistory: boolean;
  /** Called around a load or a fork, in which the agent may repeat the whole conversation. */
  onReplay(isRunning: boolean): void;
  readonly log: Log;
}

/** Milliseconds. A session starts the agent's own servers and may read a long history. */
const timeToOpen = 120_000;

/**
 * Opens a session by the best way that the agent has: what cannot be resumed is loaded, and what
 * cannot be loaded begins anew.
 * @throws RpcError of session/new, UserError `agent.timeout`, `agent.ended`
 */
export async function openSession(
  connection: Pick<AgentConnection, 'request'>,
  { abilities }: Pick<Introduction, 'abilities'>,
  start: SessionStart,
  options: OpenOptions,
): Promise<OpenedSession> {
  const { cwd, addDirs, servers, needsHistory, onReplay, log } = options;
  const params = {
    cwd,
    mcpServers: servers,
    ...(abilities.addDirs && addDirs.length > 0 ? { additionalDirectories: addDirs } : {}),
  };
  const ask = (method: string, more: JsonObject = {}) =>
    connection.request(method, { ...more, ...params }, timeToOpen);
  if (start.kind !== 'new') {
    const sessionId = start.id;
    const askReplaying = async (method: string) => {
      onReplay(true);
      try {
        return await ask(method, { sessionId });
      } finally {
        onReplay(false);
      }
    };
    const load = () => askReplaying('session/load');
    const resume = () => ask('session/resume', { sessionId });
    const fork = async () => {
      const result = await askReplaying('session/fork');
      return { id: idOf(result), result, hasForgotten: false };
    };
    if (start.kind === 'fork') {
      const forked = abilities.fork ? await attempt(fork, log) : undefined;
      if (forked) {
        return forked;
      }
    } else {
      const ways = [...(abilities.resume ? [resume] : []), ...(abilities.load ? [load] : [])];
      for (const way of needsHistory ? ways.toReversed() : ways) {
        const result = await attempt(async () => ({ answer: await way() }), log);
        if (result) {
          return { id: sessionId, result: result.answer, hasForgotten: false };
        }
      }
    }
  }
  const result = await ask('session/new');
  return { id: idOf(result), result, hasForgotten: start.kind !== 'new' };
}

/** Returns undefined if the agent refuses, unless it does so because nobody is signed in. */
async function attempt<T>(way: () => Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await way();
  } catch (error) {
    if (!(error instanceof RpcError) || rpcCodeOf(error) === rpcCodes.signInNeeded) {
      throw error;
    }
    log.info('The agent does not take the session up', { error: messageOf(error) });
    return undefined;
  }
}

function idOf(result: unknown): string {
  const id = isObject(result) ? result.sessionId : undefined;
  if (typeof id !== 'string' || id === '') {
    throw new UserError(
      'agent.badAnswer',
      l10n.t('The agent has opened a session without a name. Update the agent, and try again.'),
    );
  }
  return id;
}
