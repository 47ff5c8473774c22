import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { findRepository } from '../../../node/git/repository';
import { noRepository } from '../../changeSets/readChanges';

/** Returns the error that says why folders have no changed files. */
export async function nothingChanged(folders: readonly string[]): Promise<UserError> {
  const found = await Promise.all(folders.map(findRepository));
  const [first] = folders;
  return first === undefined || found.some(Boolean)
    ? new UserError(
        'run.noTargets',
        l10n.t('Git reports no changed files. Choose others with Run Prompt.'),
      )
    : noRepository(first);
}
