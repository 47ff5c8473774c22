import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import { SingleFlight } from '../../base/singleFlight';
import type { ChannelId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { ChannelRecord, StoredShellLine } from '../conversation/channelRecord';
import type { ChannelFiles } from './channelFiles';
import type { LeaseDetector, ProcessPort } from './leaseDetector';

/** Milliseconds within which a reopened window has requested its conversations. */
const reopenTimeout = 24 * 60 * 60 * 1000;

/** Cleans up after closed windows: orphaned processes and abandoned conversations. */
export class OrphanedProcesses {
  private readonly ending = new SingleFlight<ChannelId, void>();

  constructor(
    private readonly files: ChannelFiles,
    private readonly detector: Pick<LeaseDetector, 'isElsewhere'>,
    private readonly processes: ProcessPort,
    private readonly clock: Clock,
    private readonly log: Log = silentLog,
  ) {}

  /** @param isOpen true for conversations open here, whose processes are not orphaned */
  async endAll(cwds: readonly string[], isOpen: (id: ChannelId) => boolean): Promise<void> {
    for (const cwd of cwds) {
      for (const id of await this.files.list(cwd)) {
        const record = isOpen(id) ? undefined : (await this.files.open(cwd, id))?.value;
        // Another caller may have opened the record in the meantime.
        if (record && processesOf(record).length > 0 && !isOpen(id)) {
          await this.end(cwd, id);
        }
        if (record?.temporary && !isOpen(id)) {
          await this.removeForgotten(cwd, id);
        }
      }
    }
  }

  /**
   * Ends the orphaned process of a conversation. Callers that open the record wait for this,
   * because it writes to the record.
   */
  end(cwd: string, id: ChannelId): Promise<void> {
    return this.ending.run(id, () => this.endOne(cwd, id));
  }

  private async endOne(cwd: string, id: ChannelId): Promise<void> {
    const file = await this.files.open(cwd, id);
    const left = file ? processesOf(file.value) : [];
    if (!file || left.length === 0 || (await this.detector.isElsewhere(file.value))) {
      return;
    }
    await Promise.all(left.map(process => this.processes.endOrphan(process)));
    const { process: _, owner: __, shellLines, ...rest } = file.value;
    file.set({ ...rest, ...(shellLines ? { shellLines: shellLines.map(withoutProcess) } : {}) });
    // The process is gone, whether or not the disk has space for that.
    await file
      .flush()
      .catch((error: unknown) =>
        this.log.warn('The end of a process was not recorded', { error: messageOf(error) }),
      );
  }

  /** Removes a temporary conversation whose tab was not restored. */
  private async removeForgotten(cwd: string, id: ChannelId): Promise<void> {
    const record = (await this.files.open(cwd, id))?.value;
    const age = this.clock.now() - (record?.updatedAt ?? 0);
    if (record?.temporary && age > reopenTimeout && !(await this.detector.isElsewhere(record))) {
      await this.files.remove(record);
    }
  }
}

/** The agent, and the shells of lines that were running. */
function processesOf({ process, shellLines = [] }: ChannelRecord): readonly ProcessIdentity[] {
  return [...(process ? [process] : []), ...shellLines.flatMap(line => line.process ?? [])];
}

function withoutProcess({ process: _, ...line }: StoredShellLine): StoredShellLine {
  return line;
}
