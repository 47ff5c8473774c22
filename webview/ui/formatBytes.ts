import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/locale';

export function formatBytes(bytes: number): string {
  if (bytes < 1024) {
    return l10n.t('{0} bytes', bytes);
  }
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) {
    return l10n.t('{0} KB', Math.round(kilobytes));
  }
  const megabytes = Math.round((kilobytes / 1024) * 10) / 10;
  return l10n.t('{0} MB', numberText(megabytes, Number.isInteger(megabytes) ? 0 : 1));
}
