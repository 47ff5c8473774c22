import { createHash } from 'node:crypto';
import { isObject } from '../../../base/json';

const most = 500;
/** As much of a prompt as requests are read. */
const longestPrompt = 2_000;

/**
 * Prompts that answers have delegated to subagents. Before 2.1.200 nothing else marks a subagent's
 * requests, and no version names the agent in them.
 */
export class Delegations {
  private readonly names = new Map<string, string>();
  private readonly byAgentId = new Map<string, string>();

  /** @param input of a call of the Task or Agent tool */
  addCall(input: unknown): void {
    const { prompt, subagent_type: type } = isObject(input) ? input : {};
    if (typeof prompt === 'string') {
      const name = typeof type === 'string' && type !== '' ? type : 'general-purpose';
      bounded(this.names, keyOf(prompt), name.slice(0, 100));
    }
  }

  has(prompt: string): boolean {
    return this.names.has(keyOf(prompt));
  }

  /** Returns the agent's name; remembers it for later requests with the same id. */
  nameOf(prompt: string, agentId: string | undefined): string | undefined {
    const name =
      (agentId === undefined ? undefined : this.byAgentId.get(agentId)) ??
      this.names.get(keyOf(prompt));
    if (agentId !== undefined && name !== undefined) {
      bounded(this.byAgentId, agentId, name);
    }
    return name;
  }
}

function bounded(map: Map<string, string>, key: string, value: string): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) {
      return;
    }
    map.delete(oldest);
  }
}

function keyOf(prompt: string): string {
  return createHash('sha1').update(prompt.trim().slice(0, longestPrompt).trim()).digest('base64');
}
