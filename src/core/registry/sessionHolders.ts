import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import type { SessionWatch } from '../../protocol/sessionWatch';
import { holderWords, type SessionHolder } from '../conversation/elsewhere';
import type { ChannelRecord } from '../conversation/journal';
import type { ChannelFiles } from './channelFiles';
import type { Leftovers } from './leftovers';
import type { OpenChannels } from './openChannels';
import type { SessionOwners } from './sessionOwners';
import type { WindowRequests } from './windowRequests';

/** Finds the holder of a session, and makes it release the session. */
export class SessionHolders {
  constructor(
    private readonly open: OpenChannels,
    private readonly files: ChannelFiles,
    private readonly owners: SessionOwners,
    private readonly leftovers: Leftovers,
    private readonly requests: WindowRequests,
    private readonly watch: SessionWatch,
  ) {}

  /** Looks the holder up afresh, whatever is shown. Ends orphaned processes of closed windows. */
  async find(cwd: string, id: SessionId): Promise<SessionHolder | undefined> {
    // The process of a closing channel is ours, and ends.
    await this.open.closed(channel => channel.record.sessionId === id);
    const records = await this.files.ofSession(cwd, id);
    const window = await this.owners.window(id, records);
    if (window) {
      return window;
    }
    const growing = await this.owners.growing(cwd, id, records);
    await this.endLeftovers(cwd, records);
    return (await this.owners.terminal(id, this.open.pids)) ?? growing;
  }

  /**
   * Makes the holder release a session.
   * @param agreed holder that the user has agreed to take it from
   * @throws UserError `notReleased`, `holderChanged`
   */
  async free(cwd: string, id: SessionId, agreed: SessionHolder | undefined): Promise<void> {
    const holder = await this.find(cwd, id);
    if (holder?.kind === 'window') {
      await this.askWindow(cwd, id);
    } else if (holder?.kind === 'terminal' && holder.pid !== undefined) {
      if (agreed?.pid !== holder.pid) {
        throw new UserError('holderChanged', `${holderWords(holder)} Try again to take it over.`);
      }
      await this.endTerminal(holder.pid);
    }
  }

  private async askWindow(cwd: string, id: SessionId): Promise<void> {
    const isHeld = async () =>
      (await this.owners.window(id, await this.files.ofSession(cwd, id))) !== undefined;
    if (!(await this.requests.ask(id, isHeld))) {
      const message = 'The other window did not answer. Close the conversation there.';
      throw new UserError('notReleased', message);
    }
  }

  private async endTerminal(pid: number): Promise<void> {
    if (!(await this.watch.end(pid))) {
      const message = `The process ${pid} did not end. End it in its terminal.`;
      throw new UserError('notReleased', message);
    }
  }

  private async endLeftovers(cwd: string, records: readonly ChannelRecord[]): Promise<void> {
    for (const { channelId, process } of records) {
      // A process of an open channel is not orphaned.
      if (process && !this.open.get(channelId)) {
        await this.leftovers.end(cwd, channelId);
      }
    }
  }
}
