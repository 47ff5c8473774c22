import type { SessionId } from '../../contract/ids';
import type { AgentLauncher, LaunchOptions } from '../../protocol/agentLauncher';
import type { AgentHost, AgentProcess, ForkPoint, SentPrompt } from '../../protocol/agentSource';
import type { StoredSession } from '../../protocol/storedSession';
import { type OfferedPrompts, offeringPrompts } from './promptOffer';

/** Launcher of foreign agents, which knows the sessions that it has stored. */
interface ForeignLauncher extends AgentLauncher {
  /** Whether Tandem's own store has the session. */
  knows(id: SessionId): boolean | Promise<boolean>;
}

export interface AgentRoutes {
  readonly cli: AgentLauncher;
  readonly foreign: ForeignLauncher;
  /** Name of the agent that a session of Tandem's own store belongs to. */
  foreignSource(id: SessionId): Promise<string | undefined>;
  /**
   * Makes the launcher know the agent's command.
   * @throws UserError `agent.*`, `trust.required`
   */
  prepare(source: string): Promise<unknown>;
  /** Reads the prompt files of a conversation; absent or undefined: there are none. */
  prompts?(launch: LaunchOptions): Promise<OfferedPrompts | undefined>;
}

/** Sends each conversation to the launcher of its agent, and each session to the store that has it. */
export class AgentRouter implements AgentLauncher {
  constructor(private readonly routes: AgentRoutes) {}

  async launch(options: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    const { cli, foreign, prepare, prompts: readPrompts } = this.routes;
    if (options.source === undefined) {
      return cli.launch(options, host);
    }
    await prepare(options.source);
    const prompts = await readPrompts?.(options);
    if (!prompts) {
      return foreign.launch(options, host);
    }
    try {
      const process = await foreign.launch(options, offeringPrompts(host, prompts));
      const start = process.start.bind(process);
      // A process that does not start reports no end, with which the prompts would go.
      process.start = () =>
        start().catch((error: unknown) => {
          prompts.dispose();
          throw error;
        });
      return process;
    } catch (error) {
      prompts.dispose();
      throw error;
    }
  }

  async settleStore(): Promise<void> {
    await this.routes.cli.settleStore?.();
  }

  async hasSession(cwd: string, id: SessionId): Promise<boolean> {
    return (await this.storeOf(id)).hasSession(cwd, id);
  }

  async openSession(
    cwd: string,
    id: SessionId,
    until?: string,
  ): Promise<StoredSession | undefined> {
    return (await this.storeOf(id)).openSession(cwd, id, until);
  }

  async storedLength(cwd: string, id: SessionId): Promise<number> {
    return (await this.storeOf(id)).storedLength(cwd, id);
  }

  async hasMessageSince(cwd: string, id: SessionId, length: number): Promise<boolean> {
    return (await this.storeOf(id)).hasMessageSince(cwd, id, length);
  }

  async forkPoint(
    cwd: string,
    id: SessionId,
    prompt: SentPrompt,
    until?: string,
  ): Promise<ForkPoint> {
    return (await this.storeOf(id)).forkPoint(cwd, id, prompt, until);
  }

  sourceOf(id: SessionId): Promise<string | undefined> {
    return this.routes.foreignSource(id);
  }

  /** Claude Code is not asked about such a conversation, since it may not even be installed. */
  forSource(): AgentLauncher {
    return new AgentRouter({ ...this.routes, cli: this.routes.foreign });
  }

  private async storeOf(id: SessionId): Promise<AgentLauncher> {
    const { cli, foreign } = this.routes;
    return (await foreign.knows(id)) ? foreign : cli;
  }
}
