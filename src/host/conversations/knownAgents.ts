import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { efforts, permissionModes } from '../../contract/content';
import type { KnownAgent } from '../../core/conversation/ports';
import type { AgentFacts } from '../../protocol/agentFacts';
import type { StorageKeys } from '../contributed';

const key = 'agents.known' satisfies keyof StorageKeys;

/** Folders whose facts are kept, and UTF-16 units of one's facts: a user may have many commands. */
const mostFolders = 8;
const longestFacts = 256 * 1024;

const model = z.object({
  ...{ value: z.string(), label: z.string() },
  description: z.optional(z.string()),
  resolved: z.optional(z.string()),
  efforts: z.array(z.enum(efforts)),
  hasThinkingBudget: z.boolean(),
  hasFastMode: z.optional(z.literal(true)),
  lacksAutoMode: z.optional(z.literal(true)),
});

const command = z.object({
  ...{ name: z.string(), description: z.string() },
  argumentHint: z.optional(z.string()),
  aliases: z.optional(z.array(z.string())),
  source: z.enum(['builtIn', 'user', 'project', 'plugin', 'other']),
});

const facts = z.object({
  choices: z.object({
    models: z.array(model),
    modes: z.array(z.enum(permissionModes)),
    commands: z.array(command),
    missingModes: z.optional(
      z.array(
        z.object({
          mode: z.enum(permissionModes),
          why: z.enum(['baseUrl', 'account', 'model']),
        }),
      ),
    ),
    agents: z.optional(
      z.array(
        z.object({
          ...{ name: z.string(), description: z.string() },
          model: z.optional(z.string()),
        }),
      ),
    ),
  }),
  model: z.optional(z.string()),
  usualEffort: z.optional(z.enum(efforts)),
});

/** Facts by the absolute path of the folder, the newest first. */
const shape = z.array(z.object({ cwd: z.string(), settings: z.string(), facts }));

type Stored = z.infer<typeof shape>;

/** Remembers for each folder of the workspace what Claude Code has reported there (ADR 23). */
export class KnownAgents implements KnownAgent {
  /**
   * @param memory of the workspace, on the user's side
   * @param settingsIn settings with which an agent starts in a folder
   */
  constructor(
    private readonly memory: Pick<vscode.Memento, 'get' | 'update'>,
    private readonly settingsIn: (cwd: string) => object,
    private readonly log: Log,
  ) {}

  of(cwd: string): AgentFacts | undefined {
    const settings = digest(this.settingsIn(cwd));
    const found = this.stored.find(one => one.cwd === cwd && one.settings === settings);
    // Members that are absent in JSON are absent here, too.
    return found?.facts as AgentFacts | undefined;
  }

  /**
   * Call when a process is started.
   * @returns function that remembers what the process has reported under these settings
   */
  learn(cwd: string, started: object): (reported: AgentFacts) => void {
    const settings = digest(started);
    return reported => {
      this.keep(cwd, settings, reported).catch((error: unknown) =>
        this.log.debug('Facts of an agent are not remembered', messageOf(error)),
      );
    };
  }

  private async keep(cwd: string, settings: string, reported: AgentFacts): Promise<void> {
    const next = z.safeParse(facts, reported);
    if (!next.success) {
      return;
    }
    const entry = { cwd, settings, facts: next.data };
    const text = JSON.stringify(entry);
    const { stored } = this;
    const before = stored.find(one => one.cwd === cwd);
    if (JSON.stringify(before) !== text) {
      const others = stored.filter(one => one !== before);
      // Without the new facts, the ones before would stay for good.
      const all = text.length > longestFacts ? others : [entry, ...others];
      await this.memory.update(key, all.slice(0, mostFolders));
    }
  }

  private get stored(): Stored {
    const stored = z.safeParse(shape, this.memory.get(key) ?? []);
    return stored.success ? stored.data : [];
  }
}

/** Names settings without showing them: variables may hold keys. */
function digest(settings: object): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}
