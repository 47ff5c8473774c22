import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { inParallel } from '../../base/inParallel';
import { isObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { ChannelId, SessionId } from '../../contract/ids';
import { readJsonFile } from '../../node/atomicFile';
import { makeFolder } from '../../node/durableFolder';
import { VersionedFile } from '../../node/versionedFile';
import { type ChannelRecord, emptyRecord, type RecordStart } from '../conversation/channelRecord';
import { parseRecord } from './recordSchema';

const version = 1;
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const absent = { cwd: '' } as ChannelRecord;

export type RecordFile = VersionedFile<ChannelRecord>;

/** Stores channel records: one file each, in a folder named after the working folder's hash. */
export class ChannelFiles {
  constructor(
    private readonly root: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async create(cwd: string, start: RecordStart = {}): Promise<RecordFile> {
    const channelId = randomUUID() as ChannelId;
    const sessionId = randomUUID() as SessionId;
    return this.openFile(cwd, channelId, () => ({
      ...emptyRecord({ channelId, sessionId, cwd }),
      updatedAt: this.clock.now(),
      ...start,
    }));
  }

  /** Returns undefined if there is no such record or it cannot be read (which is reported). */
  async open(cwd: string, id: ChannelId): Promise<RecordFile | undefined> {
    if (!idForm.test(id)) {
      return undefined;
    }
    const file = await this.openPath(this.path(cwd, id), () => absent);
    return file.value.cwd === cwd ? file : undefined;
  }

  /** Returns a session's records, newest first; earlier versions made more than one. */
  async ofSession(cwd: string, sessionId: SessionId): Promise<ChannelRecord[]> {
    const found: ChannelRecord[] = [];
    await inParallel(await this.list(cwd), 8, async id => {
      // Parsing takes much longer than reading, and nearly all records are of other sessions.
      const isPossible = await readFile(this.path(cwd, id), 'utf8').then(
        text => text.includes(sessionId),
        // The reason is found when it is opened.
        () => true,
      );
      const record = isPossible ? (await this.open(cwd, id))?.value : undefined;
      if (record?.sessionId === sessionId) {
        found.push(record);
      }
    });
    return found.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Returns a channel's working folder; undefined if it has no record. */
  async folderOf(id: ChannelId): Promise<string | undefined> {
    if (!idForm.test(id)) {
      return undefined;
    }
    const root = join(this.root, 'channels');
    for (const name of await readdir(root).catch(() => [] as string[])) {
      const file = await readJsonFile(join(root, name, `${id}.json`));
      const data = file.kind === 'read' && isObject(file.value) ? file.value.data : undefined;
      if (isObject(data) && typeof data.cwd === 'string') {
        return data.cwd;
      }
    }
    return undefined;
  }

  async list(cwd: string): Promise<ChannelId[]> {
    const names = await readdir(this.folder(cwd)).catch(() => [] as string[]);
    return names
      .filter(name => name.endsWith('.json'))
      .map(name => name.slice(0, -'.json'.length))
      .filter((name): name is ChannelId => idForm.test(name));
  }

  async remove(record: ChannelRecord): Promise<void> {
    await rm(this.path(record.cwd, record.channelId), { force: true });
  }

  private async openFile(
    cwd: string,
    id: ChannelId,
    initial: () => ChannelRecord,
  ): Promise<RecordFile> {
    await makeFolder(this.folder(cwd));
    return this.openPath(this.path(cwd, id), initial);
  }

  private openPath(path: string, initial: () => ChannelRecord): Promise<RecordFile> {
    return VersionedFile.open({ path, version, parse: parseRecord, initial, log: this.log });
  }

  private path(cwd: string, id: ChannelId): string {
    if (!idForm.test(id)) {
      throw new Error('A channel id of unknown form');
    }
    return join(this.folder(cwd), `${id}.json`);
  }

  private folder(cwd: string): string {
    const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
    return join(this.root, 'channels', hash);
  }
}
