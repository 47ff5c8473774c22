import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import type { Options } from './options';
import type { Recorded } from './recorded';
import { Rules } from './rules';
import type { Transcript } from './transcript';
import type { Wire } from './wire';

/** State of one process: its conversation, its settings and its connections. */
export class Session {
  readonly configDir = process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude');
  readonly rules: Rules;
  readonly directories: string[];
  mode: string;
  model: string;
  effort: string;
  /** Files that the model has read. */
  readonly seen = new Set<string>();
  /** Hook matchers by event, as registered by the host. */
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

  /** Resolves a model alias to its id; other names are returned unchanged. */
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
