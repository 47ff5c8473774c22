import { isAbsolute, resolve } from 'node:path';
import type { Conversation } from '../../contract/conversation';
import type { ToolCall } from '../../contract/tools';

/**
 * Returns when the agent's own tools last wrote each file, in milliseconds since 1970 by absolute
 * path. Writes by shell commands are unknown.
 */
export function lastWrites({ turns, open, summary }: Conversation): ReadonlyMap<string, number> {
  const writes = new Map<string, number>();
  for (const turn of open ? [...turns, open] : turns) {
    for (const item of turn.items) {
      const path = item.kind === 'tool' ? writtenPath(item.call, summary.cwd) : undefined;
      if (item.kind === 'tool' && path !== undefined) {
        const at = item.endedAt ?? item.at;
        writes.set(path, Math.max(at, writes.get(path) ?? 0));
      }
    }
  }
  return writes;
}

function writtenPath(call: ToolCall, cwd: string | undefined): string | undefined {
  if (call.status !== 'done') {
    return undefined;
  }
  switch (call.family) {
    case 'edit':
    case 'write':
    case 'notebookEdit': {
      const path = call.input?.path;
      if (path === undefined || isAbsolute(path)) {
        return path;
      }
      return cwd === undefined ? undefined : resolve(cwd, path);
    }
    default:
      return undefined;
  }
}
