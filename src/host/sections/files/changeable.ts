import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { OwnScope } from '../../../cli/config/settingsPlaces';
import type { Origin } from '../../../contract/sections';
import type { ActionRequest } from '../model/sectionSource';

/** @throws UserError `settings.readOnly` with the reason why a value cannot be changed */
export function changeable({
  scope,
  origin,
}: {
  readonly scope?: OwnScope;
  readonly origin: Origin;
}): OwnScope {
  if (!scope) {
    throw cannotChange(origin);
  }
  return scope;
}

export function cannotChange({ readOnly, label }: Origin): UserError {
  return new UserError(
    'settings.readOnly',
    l10n.t('This cannot be changed here: {0}.', readOnly ?? label),
  );
}

/**
 * Another window may have turned a switch before the user has: it must not be turned back.
 * @throws UserError `row.gone`
 */
export function requireShown({ wasOn }: Pick<ActionRequest, 'wasOn'>, isOn: boolean): void {
  if (wasOn !== undefined && wasOn !== isOn) {
    throw rowGone();
  }
}

/** Error for a row that was shown and is gone. */
export function rowGone(): UserError {
  return new UserError('row.gone', l10n.t('The list has just changed. Choose the row again.'));
}
