import { OpenCall } from './openCall';
import type { SessionTracker } from './sessionTracker';

/** Subagents do not start subagents without end; a chain that is longer is a circle. */
const deepest = 32;

/** The calls of the running turn, and those that go on in the background, by id. */
export class OpenCalls {
  private readonly calls = new Map<string, OpenCall>();

  constructor(private readonly session: SessionTracker) {}

  get(id: string | undefined): OpenCall | undefined {
    return id === undefined ? undefined : this.calls.get(id);
  }

  /** @param parent the Agent call whose subagent calls */
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

  /** Calls that nothing can happen to any more. */
  deleteSettled(): void {
    for (const call of [...this.calls.values()]) {
      if (call.isSettled) {
        this.calls.delete(call.id);
      }
    }
  }

  /** The call of the main thread under which a subagent's call runs; the call itself if it has none. */
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
