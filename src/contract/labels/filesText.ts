import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';

export function filesText(count: number): string {
  return plural(count, { one: l10n.t('1 file'), other: l10n.t('{0} files', count) });
}
