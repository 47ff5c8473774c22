import * as z from 'zod/mini';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { lenientList, text } from '../../protocol/lenient';
import type { AcpCommand } from '../ports';
import { RpcError, rpcCodes } from '../wire/rpcError';
import { AgentConnection } from './agentConnection';

/** A session that an agent has kept by itself. */
export interface ListedSession {
  /** Agent's own id. */
  readonly id: string;
  readonly cwd: string;
  readonly title?: string;
  /** Milliseconds since 1970. */
  readonly updatedAt?: number;
}

interface ListOptions {
  readonly command: AcpCommand;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

const answer = z.object({
  sessions: lenientList(
    z.object({ sessionId: z.string(), cwd: z.string(), title: text, updatedAt: text }),
  ),
  nextCursor: text,
});

/** Milliseconds for one page, and pages at most. */
const timeToList = 30_000;
const mostPages = 20;

/**
 * Starts an agent, asks for its sessions of a folder, and ends it.
 * @returns undefined if the agent lists none
 * @throws UserError if it does not start; RpcError if it refuses
 */
export async function listSessions(
  options: ListOptions,
): Promise<readonly ListedSession[] | undefined> {
  const { command, env, cwd } = options;
  const connection = new AgentConnection(
    {
      ...options,
      command: command.command,
      args: command.args,
      env: { ...env, ...command.env },
      title: command.name,
    },
    {
      onNotification: () => undefined,
      onRequest: async method => {
        throw new RpcError(rpcCodes.methodNotFound, `"Method not found": ${method}`);
      },
      onNoise: what => options.log.debug(`Not understood: ${what}`),
      onExit: () => undefined,
    },
  );
  try {
    const { abilities } = await connection.start();
    return abilities.list ? await allPages(connection, cwd) : undefined;
  } finally {
    await connection.stop('whenIdle', async () => undefined);
  }
}

async function allPages(
  connection: Pick<AgentConnection, 'request'>,
  cwd: string,
): Promise<readonly ListedSession[]> {
  const found = new Map<string, ListedSession>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = { cwd, ...(cursor === undefined ? {} : { cursor }) };
    const reply = await connection.request('session/list', params, timeToList);
    const parsed = answer.safeParse(reply);
    const { sessions = [], nextCursor } = parsed.success ? parsed.data : {};
    for (const { sessionId: id, cwd: folder, title, updatedAt } of sessions) {
      const at = Date.parse(updatedAt ?? '');
      found.set(id, {
        id,
        cwd: folder,
        ...(title ? { title } : {}),
        ...(Number.isFinite(at) ? { updatedAt: at } : {}),
      });
    }
    if (!nextCursor || nextCursor === cursor) {
      break;
    }
    cursor = nextCursor;
  }
  return [...found.values()];
}
