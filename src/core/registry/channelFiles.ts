import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import { inParallel } from '../../base/inParallel';
import { isObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { ChannelId, SessionId } from '../../contract/ids';
import { removeAhead } from '../../node/aheadTexts';
import { readJsonFile } from '../../node/atomicFile';
import { type LoadReport, VersionedFile } from '../../node/versionedFile';
import { type ChannelRecord, emptyRecord, type RecordStart } from '../conversation/channelRecord';
import { parseRecord } from './recordSchema';

const version = 1;
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const absent = { cwd: '' } as ChannelRecord;

export type RecordFile = VersionedFile<ChannelRecord>;

/** Members of a record that are read without opening it. */
export type RecordHead = Pick<ChannelRecord, 'cwd' | 'source'>;

/** Stores channel records: one file each, in a folder named after the working folder's hash. */
export class ChannelFiles {
  /** Reports on records of each folder, for the next conversation that is opened there. */
  private readonly reports = new Map<string, Map<string, string>>();

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
    const path = this.path(cwd, id);
    try {
      const file = await this.openPath(path, () => absent);
      this.report(cwd, path, reportText(file.report));
      return file.value.cwd === cwd ? file : undefined;
    } catch (error) {
      this.log.error('A conversation could not be read', { error: messageOf(error) });
      this.report(cwd, path, unreadableText(path, messageOf(error)));
      return undefined;
    }
  }

  /** Returns, once, what the user must know of records in this folder. */
  takeReports(cwd: string): readonly string[] {
    const reports = this.reports.get(cwd);
    const texts = [...(reports?.values() ?? [])].filter(text => text !== '');
    for (const path of reports?.keys() ?? []) {
      // Not again at each look at the same record.
      reports?.set(path, '');
    }
    return texts;
  }

  private report(cwd: string, path: string, text: string | undefined): void {
    const reports = this.reports.get(cwd) ?? new Map<string, string>();
    this.reports.set(cwd, reports);
    if (text !== undefined && !reports.has(path)) {
      reports.set(path, text);
    }
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

  /** Returns a channel's working folder and agent; undefined if it has no record. */
  async headOf(id: ChannelId): Promise<RecordHead | undefined> {
    if (!idForm.test(id)) {
      return undefined;
    }
    const root = join(this.root, 'channels');
    for (const name of await readdir(root).catch(() => [] as string[])) {
      const path = join(root, name, `${id}.json`);
      const file = await readJsonFile(path).catch((error: unknown) => {
        this.log.warn('A conversation could not be read', { error: messageOf(error) });
        return undefined;
      });
      const data = file?.kind === 'read' && isObject(file.value) ? file.value.data : undefined;
      if (isObject(data) && typeof data.cwd === 'string') {
        const { cwd, source } = data;
        return { cwd, ...(typeof source === 'string' ? { source } : {}) };
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
    const path = this.path(record.cwd, record.channelId);
    await rm(path, { force: true });
    await removeAhead(path);
  }

  private openFile(cwd: string, id: ChannelId, initial: () => ChannelRecord): Promise<RecordFile> {
    return this.openPath(this.path(cwd, id), initial);
  }

  private openPath(path: string, initial: () => ChannelRecord): Promise<RecordFile> {
    const { log } = this;
    return VersionedFile.open({
      ...{ path, version, parse: parseRecord, initial, log },
      isWrittenAhead: true,
    });
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

function reportText(report: LoadReport): string | undefined {
  switch (report.kind) {
    case 'setAside':
      return l10n.t(
        'The stored state of a conversation in this folder was damaged: its draft, queued messages and open prompts are lost. The damaged file is now {0}.',
        report.movedTo,
      );
    case 'newer':
      return l10n.t(
        'A newer version of Tandem has stored the state of a conversation in this folder. It is kept; update Tandem to get its draft, queued messages and open prompts back.',
      );
    default:
      return undefined;
  }
}

function unreadableText(path: string, reason: string): string {
  return l10n.t(
    'The stored state of a conversation in this folder cannot be read ({0}), so its draft, queued messages and open prompts are missing. Check the permissions of {1}, then reload the window.',
    reason,
    path,
  );
}
