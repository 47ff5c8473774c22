import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  UsageAnswer,
  UsageHistory,
  UsageQuery,
} from '../../../../../src/cli/sessions/usage/messages';
import type { UsageReader } from '../../../../../src/cli/sessions/usage/usageReader';
import { UsageStore } from '../../../../../src/cli/sessions/usage/usageStore';
import { sumUp } from '../../../../../src/cli/sessions/usage/usageSums';

interface CallFacts {
  readonly id: string;
  readonly output?: number;
  readonly model?: string;
  readonly at?: string;
  readonly isSidechain?: boolean;
  readonly usage?: object | null;
  readonly content?: readonly object[];
}

/** Line of an answer as the CLI stores it: 10 tokens in, 20 written, 30 read. */
export function call(facts: CallFacts): string {
  const { id, output = 1, model = 'opus', at = '2026-03-01T12:00:00.000Z' } = facts;
  const { isSidechain = false, content = [{ type: 'text', text: 'x' }] } = facts;
  const usage = facts.usage ?? {
    ...{ input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30 },
    output_tokens: output,
  };
  const message = {
    ...{ id, role: 'assistant', model, content },
    ...(facts.usage === null ? {} : { usage }),
  };
  return JSON.stringify({
    ...{ type: 'assistant', uuid: `uuid-${id}`, isSidechain, timestamp: at },
    ...{ cwd: '/work/shop', message },
  });
}

export const sessionA = '00000000-0000-4000-8000-00000000000a';
export const sessionB = '00000000-0000-4000-8000-00000000000b';

export const emptyHistory: UsageHistory = {
  ...sumUp([]),
  ...{ files: 0, faults: 0, firstFaults: [] },
};

/** Store of transcripts in a temporary folder, and the sums of it. */
export class UsageBed {
  private constructor(
    readonly root: string,
    public store: UsageStore,
  ) {}

  static async open(): Promise<UsageBed> {
    const root = await mkdtemp(join(tmpdir(), 'usage-'));
    return new UsageBed(root, new UsageStore(join(root, 'cache.json')));
  }

  get projects(): string {
    return join(this.root, 'projects');
  }

  get cache(): string {
    return join(this.root, 'cache.json');
  }

  /** @returns the path */
  async write(name: string, ...lines: readonly (string | Buffer)[]): Promise<string> {
    const path = join(this.projects, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, lines.map(line => `${line}\n`).join(''));
    return path;
  }

  append(name: string, text: string): Promise<void> {
    return appendFile(join(this.projects, name), text);
  }

  /** Counts in this thread. */
  get reader(): Pick<UsageReader, 'read'> {
    return {
      read: ({ onProgress = () => undefined, ...question }) =>
        this.store.count({ projects: this.projects, ...question, onProgress }),
    };
  }

  /** Counts with what this store knows; `bytes` are those that were read. */
  async count(
    query: UsageQuery = {},
  ): Promise<UsageHistory & Pick<UsageAnswer, 'entries'> & { bytes: number }> {
    let bytes = 0;
    const { history, entries } = await this.store.count({
      ...{ projects: this.projects, query, hasEntries: true },
      signal: new AbortController().signal,
      onProgress: progress => {
        bytes = progress.bytes;
      },
    });
    return { ...history, entries, bytes };
  }

  /** As after a restart of the editor. */
  restart(): void {
    this.store = new UsageStore(this.cache);
  }

  dispose(): Promise<void> {
    return rm(this.root, { recursive: true });
  }
}
