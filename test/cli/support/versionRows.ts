import { type CliVersion, cliVersions } from '../../support/cli/cliBinary';
import { isFull, rowsOf } from '../../support/extent';

/**
 * Returns the newest version, or every version in the full run.
 * @param others differing versions on which a conversation depends, which run each time
 */
export function versionsWith(...others: readonly CliVersion[]): readonly CliVersion[] {
  return rowsOf<CliVersion>(['newest', ...others], cliVersions);
}

/** Returns whether this version runs tests that give the same result on each version. */
export function hasEveryRow(version: CliVersion): boolean {
  return isFull || version === 'newest';
}
