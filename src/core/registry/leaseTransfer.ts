import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import type { SessionWatch } from '../../protocol/sessionWatch';
import type { ChannelRecord } from '../conversation/channelRecord';
import { holderMessage, type LeaseHolder } from '../conversation/leaseHolder';
import type { ChannelFiles } from './channelFiles';
import type { LeaseDetector } from './leaseDetector';
import type { OpenChannels } from './openChannels';
import type { OrphanedProcesses } from './orphanedProcesses';
import type { WindowRequests } from './windowRequests';

/** Finds the holder of a session, and makes it release the session. */
export class LeaseTransfer {
  constructor(
    private readonly open: OpenChannels,
    private readonly files: ChannelFiles,
    private readonly detector: LeaseDetector,
    private readonly orphans: OrphanedProcesses,
    private readonly requests: WindowRequests,
    private readonly watch: SessionWatch,
  ) {}

  /** Looks the holder up afresh, whatever is shown. Ends orphaned processes of closed windows. */
  async findHolder(cwd: string, id: SessionId): Promise<LeaseHolder | undefined> {
    // The process of a closing channel is ours, and ends.
    await this.open.closed(channel => channel.record.sessionId === id);
    const records = await this.files.ofSession(cwd, id);
    const window = await this.detector.window(id, records);
    if (window) {
      return window;
    }
    const unknownWriter = await this.detector.unknownWriter(cwd, id, records);
    await this.endOrphans(cwd, records);
    return (await this.detector.terminal(id, this.open.pids)) ?? unknownWriter;
  }

  /**
   * Makes the holder release a session.
   * @param agreed holder that the user has agreed to take it from
   * @throws UserError `session.notReleased`, `session.holderChanged`
   */
  async release(cwd: string, id: SessionId, agreed: LeaseHolder | undefined): Promise<void> {
    const holder = await this.findHolder(cwd, id);
    if (holder?.kind === 'window') {
      await this.askWindow(cwd, id);
    } else if (holder?.kind === 'terminal' && holder.pid !== undefined) {
      if (agreed?.pid !== holder.pid) {
        throw new UserError(
          'session.holderChanged',
          l10n.t('{0} Try again to take it over.', holderMessage(holder)),
        );
      }
      await this.endTerminal(holder.pid);
    }
  }

  private async askWindow(cwd: string, id: SessionId): Promise<void> {
    const isHeld = async () =>
      (await this.detector.window(id, await this.files.ofSession(cwd, id))) !== undefined;
    if (!(await this.requests.ask(id, isHeld))) {
      const message = l10n.t('The other window did not answer. Close the conversation there.');
      throw new UserError('session.notReleased', message);
    }
  }

  private async endTerminal(pid: number): Promise<void> {
    if (!(await this.watch.end(pid))) {
      const message = l10n.t('The process {0} did not end. End it in its terminal.', pid);
      throw new UserError('session.notReleased', message);
    }
  }

  private async endOrphans(cwd: string, records: readonly ChannelRecord[]): Promise<void> {
    for (const { channelId } of records) {
      // A process of an open channel is not orphaned.
      if (!this.open.get(channelId)) {
        await this.orphans.end(cwd, channelId);
      }
    }
  }
}
