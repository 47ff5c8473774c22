import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import type { RestingStatus } from './agent/status';
import type { AgentSupervisor } from './agentSupervisor';
import type { Dispatcher } from './dispatcher';
import { holderWords, type SessionHolder } from './elsewhere';
import type { ChannelPorts } from './ports';
import type { RecordKeeper } from './recordKeeper';

/** Tracks whether this channel may continue its session or another process has it open. */
export class SessionHold {
  private holder: SessionHolder | undefined;
  /** Holder that gets the session as soon as our process has ended. */
  private next: SessionHolder | undefined;
  private held: RestingStatus | undefined;

  constructor(
    private readonly agent: AgentSupervisor,
    private readonly messages: Dispatcher,
    private readonly keeper: RecordKeeper,
    private readonly ports: Pick<ChannelPorts, 'claim'>,
  ) {}

  /** Holder of the session outside this window; while set, no process may start here. */
  get by(): SessionHolder | undefined {
    return this.holder;
  }

  /** Agent state while another process has the session open. */
  get state(): RestingStatus | undefined {
    return this.held;
  }

  /** @throws UserError `openElsewhere` */
  requireOwn(): void {
    const other = this.holder ?? this.next;
    if (other) {
      throw new UserError('openElsewhere', holderWords(other));
    }
  }

  /** Checks the session right before a process takes it up. @throws UserError `openElsewhere` */
  async claim(id: SessionId): Promise<void> {
    this.requireOwn();
    await this.ports.claim?.(id);
  }

  /** Makes the channel read-only because another process has the session open. */
  give(holder: SessionHolder, detail = holderWords(holder)): void {
    const action = holder.wasOurs ? 'takeBack' : 'takeOver';
    this.holder = holder;
    this.held = { phase: 'stopped', detail, actions: [action] };
    this.messages.hold();
    this.agent.slot.show(this.held);
  }

  /** Ends the process at once in favour of another holder. Resolves when all is saved. */
  async letGo(holder: SessionHolder, detail: string): Promise<void> {
    // Messages sent from now on must not start another process.
    this.next = holder;
    this.messages.hold();
    await this.agent.end(this.agent.canSleep);
    this.give({ ...holder, wasOurs: true }, detail);
    this.keeper.save({});
    await this.keeper.flush();
  }
}
