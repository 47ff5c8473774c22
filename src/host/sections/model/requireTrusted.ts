import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { SectionPlace } from './sectionSource';

/** @throws UserError `trust.required`: a workspace that is not trusted is shown, but not changed */
export function requireTrusted({ isTrusted }: Pick<SectionPlace, 'isTrusted'>): void {
  if (!isTrusted) {
    throw new UserError(
      'trust.required',
      l10n.t('Trust this workspace first: until then, nothing is changed or started here.'),
    );
  }
}
