import type { SessionId } from '../../contract/ids';
import type { LaunchOptions, Picks } from '../../protocol/agentLauncher';
import type { ConversationStore } from './conversationStore';
import type { Forking } from './forking';
import type { ChannelSettings } from './ports';
import type { RecordKeeper } from './recordKeeper';

export interface LaunchPlanParts {
  readonly cwd: string;
  readonly keeper: RecordKeeper;
  readonly history: Pick<ConversationStore, 'current'>;
  readonly forking: Forking;
  readonly settings: ChannelSettings;
  /** @throws UserError `session.openElsewhere` */
  acquireLease(id: SessionId): Promise<void>;
  /** Shows messages that other processes added to the session. Does not reject. */
  catchUp(): Promise<void>;
}

/** Determines how the next agent process of a conversation starts. */
export class LaunchPlan {
  constructor(private readonly parts: LaunchPlanParts) {}

  /**
   * Takes up the session for a new process.
   * @param isMeasured resolves when the length that the last process left has been recorded
   * @throws UserError `session.openElsewhere`
   */
  async next(isMeasured: Promise<void>): Promise<LaunchOptions> {
    const { cwd, keeper, history, forking, acquireLease, catchUp } = this.parts;
    // Only there can be seen who else has the session open, and whether it exists.
    await forking.settleStore();
    await acquireLease(keeper.current.sessionId);
    await isMeasured;
    await catchUp();
    const session = await forking.nextSession();
    const { channelId: channel, source, granted, costUsd, addDirs, temporary } = keeper.current;
    return {
      ...{ cwd, session, channel, picks: this.picks() },
      ...(source ? { source } : {}),
      ...(granted ? { granted } : {}),
      costBefore: costUsd,
      todosBefore: () => history.current.summary.todos,
      ...(addDirs ? { addDirs } : {}),
      ...(temporary ? { isTemporary: true } : {}),
    };
  }

  private picks(): Picks {
    const { disabledTools = [], model: ofSettings } = this.parts.settings;
    const { picks, ownModel: model } = this.parts.keeper.current;
    return {
      ...(disabledTools.length === 0 ? {} : { disabledTools }),
      // A model of the settings applies by itself, and may have changed since.
      ...(model === undefined || ofSettings ? {} : { model }),
      ...picks,
    };
  }
}
