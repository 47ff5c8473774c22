import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { AgentConnection, Introduction } from '../start/agentConnection';

/** An agent's own copy of a conversation. */
export interface OwnCopy {
  /** Name of the agent in `tandem.agents`. */
  readonly agent: string;
  /** Agent's own id of the session. */
  readonly sessionId: string;
  readonly cwd: string;
}

type Errand = (
  agent: string,
  cwd: string,
  task: (connection: AgentConnection, introduction: Introduction) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/** Milliseconds that an agent may take for one deletion. */
const timeToDelete = 30_000;

/**
 * Has agents delete their copies of conversations that the user has deleted. In the background:
 * the conversation is gone from Tandem already, and what an agent refuses is only logged.
 */
export class OwnCopies implements Disposable {
  /** Copies that wait for an agent that is being started; all of them need one process. */
  private readonly waiting = new Map<string, OwnCopy[]>();
  private readonly ending = new AbortController();

  constructor(
    private readonly errand: Errand,
    private readonly log: Log,
  ) {}

  delete(copy: OwnCopy): void {
    const waiting = this.waiting.get(copy.agent);
    if (waiting) {
      waiting.push(copy);
      return;
    }
    const copies = [copy];
    this.waiting.set(copy.agent, copies);
    void this.run(copy, copies).catch((error: unknown) => this.note(copy.agent, error));
  }

  dispose(): void {
    this.ending.abort();
  }

  private async run({ agent, cwd }: OwnCopy, copies: OwnCopy[]): Promise<void> {
    try {
      await this.errand(
        agent,
        cwd,
        async (connection, { abilities }) => {
          const left = () => (abilities.delete ? copies.shift() : undefined);
          for (let next = left(); next; next = left()) {
            const { sessionId } = next;
            await connection
              .request('session/delete', { sessionId }, timeToDelete)
              .catch((error: unknown) => this.note(agent, error));
          }
          this.forget(agent, copies);
        },
        this.ending.signal,
      );
    } finally {
      this.forget(agent, copies);
    }
  }

  /** From here on, another copy needs another process. */
  private forget(agent: string, copies: OwnCopy[]): void {
    if (this.waiting.get(agent) === copies) {
      this.waiting.delete(agent);
    }
  }

  private note(agent: string, error: unknown): void {
    this.log.warn(`${agent} has not deleted its copy of a conversation`, {
      error: messageOf(error),
    });
  }
}
