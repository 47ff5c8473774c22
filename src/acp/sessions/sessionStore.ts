import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import { inParallel } from '../../base/inParallel';
import type { Log } from '../../base/log';
import { Sequencer } from '../../base/sequencer';
import { isSessionId, type SessionId } from '../../contract/ids';
import { readJsonFile, writeFileAtomic } from '../../node/atomicFile';
import type { StoredSession } from '../../protocol/storedSession';
import { hasPromptAfter, openLog } from './logReader';
import { LogWriter } from './logWriter';
import { readHead, type SessionHead } from './sessionHead';

const headEnding = '.head.json';
const logEnding = '.jsonl';

/**
 * Conversations with ACP agents, as Tandem saw them: agents keep theirs in different ways, or not
 * at all. Each has a head, replaced as a whole, and a log that only grows. For the user's eyes only.
 */
export class SessionStore {
  private readonly changes = new Map<SessionId, Sequencer>();

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Returns undefined if nothing is stored under this id. Rejects if that is unknown. */
  async head(id: SessionId): Promise<SessionHead | undefined> {
    if (!isSessionId(id)) {
      return undefined;
    }
    const file = await readJsonFile(this.path(id, headEnding));
    return file.kind === 'read' ? readHead(file.value, id) : undefined;
  }

  /** Returns the heads of all conversations, newest first. */
  async list(): Promise<readonly SessionHead[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      this.log.debug('No conversations are stored', messageOf(error));
      return [];
    });
    const ids = names
      .filter(name => name.endsWith(headEnding))
      .map(name => name.slice(0, -headEnding.length))
      .filter(isSessionId);
    const heads: SessionHead[] = [];
    await inParallel(ids, 16, async id => {
      const head = await this.head(id).catch((error: unknown) => {
        this.log.warn('A conversation cannot be listed', { error: messageOf(error) });
        return undefined;
      });
      if (head) {
        heads.push(head);
      }
    });
    return heads.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async create(head: Omit<SessionHead, 'createdAt' | 'updatedAt'>): Promise<void> {
    const now = this.clock.now();
    await this.sequencer(head.id).queue(() =>
      this.write({ ...head, createdAt: now, updatedAt: now }),
    );
  }

  /** Changes a head; does nothing if there is none. */
  async change(id: SessionId, change: Partial<Omit<SessionHead, 'id'>>): Promise<void> {
    await this.sequencer(id).queue(async () => {
      const head = await this.head(id);
      if (head) {
        await this.write({ ...head, updatedAt: this.clock.now(), ...change });
      }
    });
  }

  /** @throws UserError `session.absent` */
  async delete(id: SessionId): Promise<void> {
    await this.sequencer(id).queue(async () => {
      if (!(await this.head(id))) {
        throw absent();
      }
      await rm(this.path(id, logEnding), { force: true });
      await rm(this.path(id, headEnding), { force: true });
    });
    this.changes.delete(id);
  }

  /** Copies the log of another conversation, which continues under this id. */
  async copyLog(from: SessionId, to: SessionId): Promise<void> {
    if (await this.head(from)) {
      await copyFile(this.path(from, logEnding), this.path(to, logEnding)).catch((error: unknown) =>
        this.log.warn('A history is left out', { error: messageOf(error) }),
      );
    }
  }

  /** Removes the log of a conversation that has come to nothing. Never rejects. */
  async dropLog(id: SessionId): Promise<void> {
    await rm(this.path(id, logEnding), { force: true }).catch((error: unknown) =>
      this.log.warn('A log is left', { error: messageOf(error) }),
    );
  }

  writer(id: SessionId): LogWriter {
    return new LogWriter(this.path(id, logEnding), this.clock, this.log);
  }

  /** @throws UserError `session.unreadable` */
  async open(id: SessionId): Promise<StoredSession | undefined> {
    const head = await this.head(id);
    if (!head) {
      return undefined;
    }
    try {
      const opened = await openLog(this.path(id, logEnding), head.firstText);
      return opened ? withTitle(opened, head) : emptySession(head);
    } catch (error) {
      if (error instanceof UserError) {
        throw error;
      }
      const message = l10n.t('The conversation cannot be read: {0}', messageOf(error));
      throw new UserError('session.unreadable', message, { cause: error });
    }
  }

  /** Returns the bytes of a log; 0 if there is none. */
  async length(id: SessionId): Promise<number> {
    const path = isSessionId(id) ? this.path(id, logEnding) : undefined;
    const entry = path && (await stat(path).catch(() => undefined));
    return entry ? entry.size : 0;
  }

  async hasPromptAfter(id: SessionId, length: number): Promise<boolean> {
    return isSessionId(id) && hasPromptAfter(this.path(id, logEnding), length);
  }

  private path(id: SessionId, ending: string): string {
    if (!isSessionId(id)) {
      throw absent();
    }
    return join(this.folder, `${id.toLowerCase()}${ending}`);
  }

  private async write(head: SessionHead): Promise<void> {
    await writeFileAtomic(this.path(head.id, headEnding), JSON.stringify(head));
  }

  private sequencer(id: SessionId): Sequencer {
    const known = this.changes.get(id) ?? new Sequencer();
    this.changes.set(id, known);
    return known;
  }
}

function absent(): UserError {
  return new UserError(
    'session.absent',
    l10n.t('Tandem has not stored this conversation, or it was deleted.'),
  );
}

/** Adds what only the head knows to the newest page. */
function withTitle(session: StoredSession, { title }: SessionHead): StoredSession {
  if (title === undefined) {
    return session;
  }
  const { tail } = session;
  const events = [...tail.events, { type: 'session.changed' as const, title }];
  return { ...session, tail: { ...tail, events } };
}

function emptySession(head: SessionHead): StoredSession {
  const tail = { place: { key: '0' }, events: [] };
  const empty: StoredSession = { tail, page: async () => tail, older: async () => ({ texts: [] }) };
  return withTitle(empty, head);
}
