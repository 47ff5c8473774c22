import type { FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../base/abort';
import { messageOf, UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import { blocksOf } from '../../protocol/blocks';
import type { ConversationLine } from '../../protocol/sessionLine';
import type {
  OlderFacts,
  StoredPage,
  StoredPlace,
  StoredSession,
} from '../../protocol/storedSession';
import { olderFacts } from './olderFacts';
import { chainEvents, describe, endedTasks } from './sessionEvents';
import { holdsConversation, openSessionFile, sessionPath } from './sessionFile';
import { sessionFolder } from './sessionFolder';
import { type PageEnd, type PageSize, pageSize, readPage, type SessionPage } from './sessionPage';
import { type EndedTask, firstPromptIn } from './storedText';
import { SubagentFolder } from './subagentFolder';

/** Maximum number of tasks that ended after a page and may have started in an earlier one. */
const mostEnded = 1_000;

export interface StoredSessionOptions {
  /** Id of the line up to which the session is read; absent: to its end. */
  readonly until?: string | undefined;
  /** Folder of the transcript, if it is not the session folder of `cwd`. */
  readonly folder?: string;
  readonly size?: PageSize;
}

/**
 * Opens a session from the CLI's store; the CLI prints no history when it resumes.
 * @returns `undefined` if there is no file yet: the CLI creates it with the first message
 * @throws UserError `session.unreadable` if the file exists but cannot be read
 */
export async function openStoredSession(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  { until, size = pageSize, folder: given }: StoredSessionOptions = {},
): Promise<StoredSession | undefined> {
  const folder = given ?? (await sessionFolder(cwd, env));
  const path = sessionPath(folder, id);
  return readable(path, async () => {
    const session = new CliSession(path, cwd, new SubagentFolder(folder, id), size);
    await session.open(until);
    return session;
  });
}

/**
 * Whether the CLI can resume a session, that is, its file has messages. A fork's file may exist
 * before its first message.
 * @throws if this cannot be determined: an unreadable folder is no proof of absence
 */
export async function hasStoredSession(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const path = sessionPath(await sessionFolder(cwd, env), id);
  return (await readable(path, () => holdsConversation(path))) ?? false;
}

/** @returns undefined if there is no file */
async function readable<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    if (error instanceof UserError) {
      throw error;
    }
    const message = l10n.t('The stored conversation cannot be read: {0}', messageOf(error));
    throw new UserError('session.unreadable', message, { cause: error, detail: path });
  }
}

class Place implements StoredPlace {
  readonly key: string;

  constructor(
    readonly end: PageEnd,
    /** Tasks that ended in later pages. */
    readonly ended: readonly EndedTask[],
  ) {
    this.key = `${end.offset}:${end.leaf ?? ''}`;
  }
}

class CliSession implements StoredSession {
  tail: StoredPage = { place: { key: '' }, events: [] };
  firstText?: string;
  private tailPage: SessionPage | undefined;

  constructor(
    private readonly path: string,
    private readonly cwd: string,
    private readonly subagents: SubagentFolder,
    private readonly size: PageSize,
  ) {}

  async open(until: string | undefined): Promise<void> {
    await this.withFile(async file => {
      const { size: offset } = await file.stat();
      const place = new Place({ offset, leaf: until }, []);
      const page = await readPage(file, place.end, this.size);
      this.tailPage = page;
      const tail = await this.stored(place, page, true);
      const about = describe(page.chain, page.others);
      this.tail = { ...tail, events: [...tail.events, ...about] };
      const first = page.before ? await firstPromptIn(file) : undefined;
      if (first !== undefined) {
        this.firstText = first;
      }
    });
  }

  async page(place: StoredPlace): Promise<StoredPage> {
    if (!(place instanceof Place)) {
      throw new Error('A place in another session');
    }
    const isTail = place === this.tail.place;
    const page = await this.withFile(file => readPage(file, place.end, this.size)).catch(
      (error: unknown) => {
        throw new UserError(
          'session.unreadable',
          l10n.t('The earlier part of this conversation can no longer be read.'),
          { cause: error, detail: messageOf(error) },
        );
      },
    );
    return this.stored(place, page, isTail);
  }

  async older(signal: AbortSignalLike): Promise<OlderFacts> {
    const { tailPage: tail, size } = this;
    if (!tail?.before) {
      return { texts: [] };
    }
    return this.withFile(file => olderFacts(file, tail, { cwd: this.cwd, size, signal }));
  }

  private async stored(place: Place, page: SessionPage, isLast: boolean): Promise<StoredPage> {
    const { chain, unreadable, before } = page;
    const ids = callsIn(chain);
    const events = chainEvents({
      chain,
      subagents: await this.subagents.filesFor(chain),
      cwd: this.cwd,
      isLast,
      ended: place.ended.filter(({ frame }) => ids.has(frame.tool_use_id ?? '')),
      unreadable,
    });
    const ended = [...endedTasks(chain), ...place.ended].slice(0, mostEnded);
    return { place, events, ...(before ? { before: new Place(before, ended) } : {}) };
  }

  private async withFile<T>(read: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await openSessionFile(this.path);
    try {
      return await read(file);
    } finally {
      await file.close();
    }
  }
}

function callsIn(chain: readonly ConversationLine[]): ReadonlySet<string> {
  return new Set(
    chain.flatMap(line =>
      line.type === 'assistant'
        ? blocksOf(line.message.content).flatMap(block =>
            block.type === 'tool_use' ? [block.id] : [],
          )
        : [],
    ),
  );
}
