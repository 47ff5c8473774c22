import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import { sessionIdOf } from '../sessionFiles';

const foldersAtOnce = 8;
/** Folders within folders. Subagents of a workflow are three below that of the project. */
const deepest = 6;
const sessionForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** File of messages: of a conversation, or of a subagent. */
export interface TranscriptFile {
  readonly path: string;
  /** Name of the folder in the store that belongs to a working folder. */
  readonly slug: string;
  /** Conversation; absent if only the lines name it. */
  readonly session: string | undefined;
  /** Absent for the conversation itself. */
  readonly agentId: string | undefined;
}

export interface FoundTranscripts {
  readonly files: readonly TranscriptFile[];
  /** Folders that cannot be listed. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** Finds the files of all conversations and their subagents, wherever versions put them. */
export async function findTranscripts(projects: string): Promise<FoundTranscripts> {
  const files: TranscriptFile[] = [];
  const failed: { path: string; reason: string }[] = [];
  interface Level {
    readonly path: string;
    readonly names: readonly string[];
  }
  let level: Level[] = [{ path: projects, names: [] }];
  for (let depth = 0; level.length > 0 && depth < deepest; depth += 1) {
    const next: Level[] = [];
    await inParallel(level, foldersAtOnce, async ({ path, names }) => {
      try {
        for (const entry of await readdir(path, { withFileTypes: true })) {
          const below = join(path, entry.name);
          // The folder of a project may be a link; deeper ones could lead round in circles.
          if (entry.isDirectory() || (depth === 0 && entry.isSymbolicLink())) {
            next.push({ path: below, names: [...names, entry.name] });
          } else if (entry.name.endsWith('.jsonl') && depth > 0) {
            files.push(fileAt(below, names));
          }
        }
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ENOENT' && code !== 'ENOTDIR') {
          failed.push({ path, reason: messageOf(error) });
        }
      }
    });
    level = next;
  }
  return { files, failed };
}

function fileAt(path: string, [slug = '', ...inner]: readonly string[]): TranscriptFile {
  const agentId = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
  const session = inner.find(name => sessionForm.test(name)) ?? sessionIdOf(path);
  return { path, slug, session, agentId };
}
