import { createHash } from 'node:crypto';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import type { LocatedCli, LocateRequest } from '../../cli/launch/cliLocator';
import { startKey } from '../../cli/launch/version';
import { parsedBy } from '../../node/parsedBy';
import { SharedFile } from '../../node/sharedFile';

const known = z.object({
  /** File that was found. */
  path: z.string(),
  /** See `LocatedCli.key`. */
  key: z.string(),
  /** `CLAUDE_CONFIG_DIR` in its environment; the rest of that may be secret. */
  configDir: z.optional(z.string()),
});
const schema = z.object({ bySettings: z.record(z.string(), known) });

/** A CLI that ran in an earlier window. */
export interface KnownCli {
  /** False if its file has changed or gone since. */
  readonly isUnchanged: boolean;
  /** `CLAUDE_CONFIG_DIR` in its environment. */
  readonly configDir?: string | undefined;
}

type FoundCli = Readonly<z.infer<typeof known>>;
type KnownClis = z.infer<typeof schema>;

const initial = (): KnownClis => ({ bySettings: {} });

/** Combinations of settings whose CLI is remembered. */
const mostKnown = 8;

/** The CLIs that windows on this machine found last, by the settings of the search (ADR 21). */
export class FoundBefore {
  private readonly file: SharedFile<KnownClis>;

  /**
   * @param path of the file, whose folder need not exist
   * @param inherited environment of the extension host
   */
  constructor(
    path: string,
    private readonly inherited: NodeJS.ProcessEnv,
    private readonly log: Log,
  ) {
    this.file = new SharedFile({ path, version: 1, initial, parse: parsedBy(schema), log });
  }

  /** Returns the CLI that a search with these settings found last. Never rejects. */
  async find(request: LocateRequest): Promise<KnownCli | undefined> {
    const { bySettings } = await this.file.read().catch(initial);
    const found = bySettings[this.keyOf(request)];
    if (!found) {
      return undefined;
    }
    // Without a key, the CLI was removed, and the search will say so.
    const key = await startKey(found.path, undefined).catch(() => undefined);
    return { isUnchanged: key === found.key, configDir: found.configDir };
  }

  /**
   * Remembers a CLI. One that a wrapper starts may run elsewhere, and is searched for each time. Never
   * rejects.
   */
  async keep(request: LocateRequest, { path, key, env, wrapper }: LocatedCli): Promise<void> {
    if (!wrapper) {
      const { CLAUDE_CONFIG_DIR: configDir } = env;
      const found = { path, key, ...(configDir ? { configDir } : {}) };
      await this.save(this.keyOf(request), found).catch((error: unknown) =>
        this.log.debug('The CLI that was found is not remembered', messageOf(error)),
      );
    }
  }

  private async save(settings: string, found: FoundCli): Promise<void> {
    await this.file.change(value => {
      const { [settings]: before, ...others } = value.bySettings;
      if (JSON.stringify(before) === JSON.stringify(found)) {
        return value;
      }
      const all = [[settings, found] as const, ...Object.entries(others)];
      return { bySettings: Object.fromEntries(all.slice(0, mostKnown)) };
    });
  }

  /** A digest, because variables may hold keys. An editor may begin with a folder of its own. */
  private keyOf({ setting, customEnv, wrapper }: LocateRequest): string {
    const { CLAUDE_CONFIG_DIR: configDir } = this.inherited;
    return createHash('sha256')
      .update(JSON.stringify([setting, customEnv, wrapper, configDir].map(one => one ?? null)))
      .digest('hex');
  }
}
