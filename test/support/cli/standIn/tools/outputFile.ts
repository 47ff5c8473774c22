import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionSlug } from '../../../../../src/cli/sessions/sessionFolder';
import type { Session } from '../session';

/** Returns the file for a task's output. */
export function outputFile(session: Session, taskId: string): string {
  const own = `claude-${process.getuid?.() ?? ''}`;
  const folder = join(tmpdir(), own, sessionSlug(session.cwd), session.id, 'tasks');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${taskId}.output`);
}
