import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import type { AgentLife } from './agentLife';
import type { Dispatcher } from './dispatcher';
import { holderWords, type SessionHolder } from './elsewhere';
import type { ChannelPorts } from './ports';
import type { RecordKeeper } from './recordKeeper';
import type { SessionState } from './sessionState';

/** Whether a conversation's session is its own to go on with, or somebody else's. */
export class SessionHold {
  private holder: SessionHolder | undefined;
  /** Gets the session as soon as our process has ended. */
  private next: SessionHolder | undefined;
  private held: SessionState | undefined;

  constructor(
    private readonly agent: AgentLife,
    private readonly messages: Dispatcher,
    private readonly keeper: RecordKeeper,
    private readonly ports: Pick<ChannelPorts, 'claim'>,
  ) {}

  /** Who else has the session: no process of ours may take it up. */
  get by(): SessionHolder | undefined {
    return this.holder;
  }

  /** What the agent is as long as somebody else has the session. */
  get state(): SessionState | undefined {
    return this.held;
  }

  /** @throws UserError `openElsewhere` */
  requireOwn(): void {
    const other = this.holder ?? this.next;
    if (other) {
      throw new UserError('openElsewhere', holderWords(other));
    }
  }

  /** The last look before a process takes the session up. @throws UserError `openElsewhere` */
  async claim(id: SessionId): Promise<void> {
    this.requireOwn();
    await this.ports.claim?.(id);
  }

  /** Somebody else has the session. */
  give(holder: SessionHolder, detail = holderWords(holder)): void {
    const action = holder.wasOurs ? 'takeBack' : 'takeOver';
    this.holder = holder;
    this.held = { phase: 'stopped', detail, actions: [action] };
    this.messages.hold();
    this.agent.session.become(this.held);
  }

  /** Ends the process at once for somebody else who goes on with the session; all is saved then. */
  async letGo(holder: SessionHolder, detail: string): Promise<void> {
    // What is sent from here on must not start another.
    this.next = holder;
    this.messages.hold();
    await this.agent.end(this.agent.canSleep);
    this.give({ ...holder, wasOurs: true }, detail);
    this.keeper.save({});
    await this.keeper.flush();
  }
}
