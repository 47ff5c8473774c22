import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { AgentSupervisor } from '../conversation/agentSupervisor';

type LiveAgent = Pick<AgentSupervisor, 'isLive' | 'canSleep' | 'phaseSince' | 'sleep'>;

interface OpenConversation {
  readonly id: string;
  readonly agent: LiveAgent;
}

interface RoomPorts {
  /** Conversations that share the limit. */
  all(): readonly OpenConversation[];
  /** True for a conversation of a run that goes on, whose process is counted as the run's. */
  isRun(id: string): boolean;
  /** Processes that may live at a time. */
  maxLive(): number;
  readonly log: Log;
}

/** Keeps the limit of live processes for runs, together with the conversations of the user. */
export class ProcessRoom {
  constructor(private readonly ports: RoomPorts) {}

  /**
   * Makes room for another run, if need be by ending the process that has been idle longest.
   * @param running runs that have a process or are about to
   * @returns false if all processes are in use
   */
  async make(running: number): Promise<boolean> {
    const { all, isRun, maxLive } = this.ports;
    const others = () => all().filter(({ id, agent }) => agent.isLive && !isRun(id));
    const isFull = () => running + others().length >= Math.max(1, maxLive());
    const idle = others()
      .map(({ agent }) => agent)
      .filter(agent => agent.canSleep)
      .sort((a, b) => b.phaseSince - a.phaseSince);
    for (let oldest = idle.pop(); isFull() && oldest; oldest = idle.pop()) {
      await this.sleep(oldest);
    }
    return !isFull();
  }

  private async sleep(agent: LiveAgent): Promise<void> {
    try {
      await agent.sleep();
    } catch (error) {
      this.ports.log.warn('An idle agent could not be ended', { error: messageOf(error) });
    }
  }
}
