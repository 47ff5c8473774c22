import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedSession } from '../../../../src/cli/sessions/listedSession';
import { SessionIndex, type SessionIndexOptions } from '../../../../src/cli/sessions/sessionIndex';
import type { SessionId } from '../../../../src/contract/ids';

export function sessionId(number: number): SessionId {
  return `${number.toString(16).padStart(8, '0')}-1111-4222-8333-444444444444` as SessionId;
}

const place = { isSidechain: false, cwd: '/workspace', version: '2.1.329', gitBranch: 'main' };

export const user = (content: unknown, more: object = {}) => ({
  parentUuid: null,
  type: 'user',
  message: { role: 'user', content },
  uuid: 'u1',
  timestamp: '2026-01-02T03:04:05.000Z',
  ...place,
  ...more,
});

export const assistant = (content: unknown, more: object = {}) => ({
  parentUuid: 'u1',
  message: { id: 'm1', role: 'assistant', content },
  type: 'assistant',
  uuid: 'a1',
  timestamp: '2026-01-02T03:04:06.000Z',
  ...place,
  ...more,
});

export const jsonl = (lines: readonly object[]) =>
  lines.map(line => `${JSON.stringify(line)}\n`).join('');

/** A CLI configuration folder with generated sessions. */
export class SessionBed {
  private readonly indexes: SessionIndex[] = [];

  private constructor(readonly config: string) {}

  static async make(): Promise<SessionBed> {
    const bed = new SessionBed(await mkdtemp(join(tmpdir(), 'tandem-sessions-')));
    await mkdir(bed.folder(), { recursive: true });
    return bed;
  }

  folder(slug = '-workspace'): string {
    return join(this.config, 'projects', slug);
  }

  path(number: number, slug?: string): string {
    return join(this.folder(slug), `${sessionId(number)}.jsonl`);
  }

  /** Writes lines given as objects, or the file's text or bytes unchanged. */
  async write(
    number: number,
    content: readonly object[] | string | Buffer,
    slug?: string,
  ): Promise<string> {
    const path = this.path(number, slug);
    await mkdir(this.folder(slug), { recursive: true });
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(path, isRaw ? content : jsonl(content));
    return path;
  }

  append(number: number, lines: readonly object[]): Promise<void> {
    return appendFile(this.path(number), jsonl(lines));
  }

  index(options: Partial<SessionIndexOptions> = {}): SessionIndex {
    const index = new SessionIndex({ configFolder: async () => this.config, ...options });
    this.indexes.push(index);
    return index;
  }

  list(): Promise<readonly ListedSession[]> {
    return this.index().refresh();
  }

  /** Returns the only session. */
  async only(): Promise<ListedSession> {
    const [session, ...others] = await this.list();
    if (!session || others.length > 0) {
      throw new Error(`${others.length + (session ? 1 : 0)} sessions are listed`);
    }
    return session;
  }

  async dispose(): Promise<void> {
    for (const index of this.indexes) {
      index.dispose();
    }
    await rm(this.config, { recursive: true, force: true });
  }
}
