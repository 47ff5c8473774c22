import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import type { Options } from './options';
import type { Recorded } from './recorded';
import { Rules } from './rules';
import type { Transcript } from './transcript';
import type { Wire } from './wire';

/** What one process knows: its conversation, how it is set, and whom it speaks with. */
export class Session {
  readonly configDir = process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude');
  readonly rules: Rules;
  readonly directories: string[];
  mode: string;
  model: string;
  effort: string;
  /** Files whose content the model has seen. */
  readonly seen = new Set<string>();
  /** Hook matchers by their event, as the host has registered them. */
  hooks: Readonly<Record<string, readonly JsonObject[]>> = {};

  constructor(
    readonly id: string,
    readonly cwd: string,
    readonly options: Options,
    readonly recorded: Recorded,
    readonly wire: Wire,
    readonly transcript: Transcript,
  ) {
    this.mode = options.mode === 'manual' ? 'default' : options.mode;
    this.model = this.resolveModel(options.model);
    this.effort = options.effort ?? 'medium';
    this.directories = [...options.directories];
    this.rules = new Rules(cwd, options.allowed);
  }

  /** The id that an alias stands for; what is no alias is an id. */
  resolveModel(name: unknown): string {
    const wanted = name ?? 'default';
    const model = this.recorded.reply.models.find(({ value }) => value === wanted);
    return String(model?.resolvedModel ?? wanted);
  }

  setMode(mode: string): void {
    if (mode !== this.mode) {
      this.mode = mode;
      this.wire.send({ type: 'system', subtype: 'status', status: null, permissionMode: mode });
    }
  }

  tellState(state: 'running' | 'requires_action' | 'idle'): void {
    this.wire.send({ type: 'system', subtype: 'session_state_changed', state });
  }
}
