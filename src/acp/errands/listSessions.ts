import * as z from '../../base/schema';
import { lenientList, text } from '../../protocol/lenient';
import type { AgentConnection } from '../start/agentConnection';
import { type ErrandOptions, runErrand } from './runErrand';

/** A session that an agent has kept by itself. */
export interface ListedSession {
  /** Agent's own id. */
  readonly id: string;
  readonly cwd: string;
  readonly title?: string;
  /** Milliseconds since 1970. */
  readonly updatedAt?: number;
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
 * @throws UserError as `runErrand`
 */
export function listSessions(
  options: ErrandOptions,
): Promise<readonly ListedSession[] | undefined> {
  return runErrand(options, async (connection, { abilities }) =>
    abilities.list ? allPages(connection, options.cwd) : undefined,
  );
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
