import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import type { RestingStatus } from './agent/status';
import type { AgentSupervisor } from './agentSupervisor';
import { holderMessage, type LeaseHolder } from './leaseHolder';
import type { MessageSender } from './messageSender';
import type { ChannelPorts } from './ports';
import type { RecordKeeper } from './recordKeeper';

/** Tracks whether this channel may continue its session or another process has it open. */
export class SessionLease {
  private holder: LeaseHolder | undefined;
  /** Holder that gets the session as soon as our process has ended. */
  private nextHolder: LeaseHolder | undefined;
  private heldState: RestingStatus | undefined;

  constructor(
    private readonly agent: AgentSupervisor,
    private readonly messages: MessageSender,
    private readonly keeper: RecordKeeper,
    private readonly ports: Pick<ChannelPorts, 'acquireLease'>,
  ) {}

  /** Holder of the session outside this window; while set, no process may start here. */
  get heldBy(): LeaseHolder | undefined {
    return this.holder;
  }

  /** Agent state while another process has the session open. */
  get state(): RestingStatus | undefined {
    return this.heldState;
  }

  /** @throws UserError `session.openElsewhere` */
  requireOwn(): void {
    const blocker = this.holder ?? this.nextHolder;
    if (blocker) {
      throw new UserError('session.openElsewhere', holderMessage(blocker));
    }
  }

  /** Checks the session right before a process takes it up. @throws UserError `session.openElsewhere` */
  async acquire(id: SessionId): Promise<void> {
    this.requireOwn();
    await this.ports.acquireLease?.(id);
  }

  /** Makes the channel read-only because another process has the session open. */
  revoke(holder: LeaseHolder, detail = holderMessage(holder)): void {
    const action = holder.wasOurs ? 'takeBack' : 'takeOver';
    this.holder = holder;
    this.heldState = { phase: 'stopped', detail, actions: [action] };
    this.messages.hold('elsewhere');
    this.agent.slot.show(this.heldState);
  }

  /** Ends the process at once in favour of another holder. Resolves when all is saved. */
  async transfer(holder: LeaseHolder, detail: string): Promise<void> {
    // Messages sent from now on must not start another process.
    this.nextHolder = holder;
    this.messages.hold('elsewhere');
    await this.agent.end(this.agent.canSleep);
    this.revoke({ ...holder, wasOurs: true }, detail);
    this.keeper.save({});
    await this.keeper.flush();
  }
}
