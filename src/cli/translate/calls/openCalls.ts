import { OpenCall } from './openCall';
import type { SessionTracker } from './sessionTracker';

/** Nesting limit: subagents never nest this deep, so a longer chain is a cycle. */
const deepest = 32;

/** Calls of the running turn, and those that continue in the background, by id. */
export class OpenCalls {
  private readonly calls = new Map<string, OpenCall>();

  constructor(private readonly session: SessionTracker) {}

  get(id: string | undefined): OpenCall | undefined {
    return id === undefined ? undefined : this.calls.get(id);
  }

  /** @param parent id of the Agent call whose subagent makes this call */
  getOrEnter(id: string, tool: string, parent?: string): OpenCall {
    return this.calls.get(id) ?? this.enter(id, tool, parent);
  }

  enter(id: string, tool: string, parent?: string): OpenCall {
    const call = new OpenCall(id, tool, parent, this.session);
    this.calls.set(id, call);
    return call;
  }

  delete(id: string): void {
    this.calls.delete(id);
  }

  clear(): void {
    this.calls.clear();
  }

  unsettled(): OpenCall[] {
    return [...this.calls.values()].filter(call => !call.isSettled);
  }

  /** Returns failed calls whose command was ended by a signal. */
  killed(): OpenCall[] {
    return [...this.calls.values()].filter(
      ({ status, content }) =>
        status === 'failed' &&
        content.some(part => part.type === 'terminal' && (part.exitCode ?? 0) > 128),
    );
  }

  /** Deletes calls that can no longer change. */
  deleteSettled(): void {
    for (const call of [...this.calls.values()]) {
      if (call.isSettled) {
        this.calls.delete(call.id);
      }
    }
  }

  /** Returns the main thread's call above a subagent's call; the call itself if it has none. */
  rootOf(call: OpenCall): OpenCall {
    let root = call;
    for (let hops = 0; hops < deepest; hops++) {
      const next = this.get(root.parent);
      if (!next) {
        break;
      }
      root = next;
    }
    return root;
  }
}
