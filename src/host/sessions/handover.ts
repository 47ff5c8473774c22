import { readFile, rm } from 'node:fs/promises';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { handoverPath } from './handoverPath';

/** Milliseconds within which the other window must start. */
const patience = 120_000;

const schema = z.object({
  version: z.literal(1),
  folder: z.string(),
  session: z.string(),
  at: z.number(),
});

/** Hands a conversation over to a window that is opening another folder. */
export class Handover {
  private readonly path: string;

  constructor(storage: string) {
    this.path = handoverPath(storage);
  }

  async leave(folder: string, session: SessionId, at: number): Promise<void> {
    await writeFileAtomic(this.path, JSON.stringify({ version: 1, folder, session, at }));
  }

  /** Takes the conversation left for a window with these folders; works only once. */
  async take(folders: readonly string[], now: number): Promise<SessionId | undefined> {
    const text = await readFile(this.path, 'utf8').catch(() => undefined);
    const left = text === undefined ? undefined : parse(text);
    const isLate = left !== undefined && Math.abs(now - left.at) > patience;
    if (!left || isLate || !folders.includes(left.folder)) {
      if (text !== undefined && (!left || isLate)) {
        await rm(this.path, { force: true });
      }
      return undefined;
    }
    await rm(this.path, { force: true });
    return left.session as SessionId;
  }
}

function parse(text: string): z.infer<typeof schema> | undefined {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Half written by a window that was killed.
    return undefined;
  }
}
