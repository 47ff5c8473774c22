import type { DeniedPatterns } from '../../node/deniedPaths';
import { DeniedReads } from './deniedReads';
import type { FileAccess } from './readRule';
import type { RuleLayer } from './settingsLayers';

/** The user's own rules on files that agents must not read or edit. */
export interface ReadRules {
  /**
   * Returns whether a rule denies reading a file, or editing it.
   * @param path absolute
   * @throws UserError `settings.unreadable` if the rules are unknown
   */
  deny(path: string, access?: FileAccess): Promise<boolean>;
}

/** Rules that can also be given to a worker. */
export interface PatternRules extends ReadRules {
  /**
   * Returns the rules on reading as they are now.
   * @throws UserError `settings.unreadable`
   */
  patterns(): Promise<DeniedPatterns>;
}

interface ReadRuleSources {
  readonly layers: { read(folders: readonly string[]): Promise<readonly RuleLayer[]> };
  /** Folder that `~` means to the CLI. */
  home(): string;
  readonly platform: NodeJS.Platform;
}

/**
 * Returns the rules as they are each time that a file is asked for. Questions that wait at the same
 * time share one look at the settings.
 * @param cwds folders that agents work in, whose settings hold
 * @param others folders that they have been given in addition
 */
export function currentReadRules(
  { layers, home, platform }: ReadRuleSources,
  cwds: readonly string[],
  others: readonly string[] = [],
): PatternRules {
  const looking = new Map<FileAccess, Promise<DeniedReads>>();
  const look = async (access: FileAccess) => {
    try {
      return await DeniedReads.compile(
        await layers.read(cwds),
        [...new Set([...cwds, ...others])],
        { home: home(), platform },
        access,
      );
    } finally {
      looking.delete(access);
    }
  };
  return {
    deny: async (path, access = 'read') => {
      const rules = looking.get(access) ?? look(access);
      looking.set(access, rules);
      return (await rules).includes(path);
    },
    patterns: async () => (await look('read')).patterns,
  };
}
