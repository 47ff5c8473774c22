import { type CliVersion, cliVersions } from '../../support/cli/cliBinary';
import { isFull, rowsOf } from '../../support/extent';

/** Returns the newest and all differing versions, or every version in the full run. */
export function versionsWith(...different: readonly CliVersion[]): readonly CliVersion[] {
  return rowsOf<CliVersion>(['newest', ...different], cliVersions);
}

/** Returns whether this version runs tests that give the same result on each version. */
export function hasEveryRow(version: CliVersion): boolean {
  return isFull || version === 'newest';
}
