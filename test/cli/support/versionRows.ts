import { type CliVersion, cliVersions } from '../../support/cli/cliBinary';
import { isFull, rowsOf } from '../../support/extent';

/** The newest and those whose wire differs in what the tests prove; all of them in the full run. */
export function versionsWith(...different: readonly CliVersion[]): readonly CliVersion[] {
  return rowsOf<CliVersion>(['newest', ...different], cliVersions);
}

/** Whether tests run on this version that prove the same on each. */
export function hasEveryRow(version: CliVersion): boolean {
  return isFull || version === 'newest';
}
