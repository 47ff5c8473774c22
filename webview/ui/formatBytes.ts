import * as l10n from '@vscode/l10n';

export function formatBytes(bytes: number): string {
  if (bytes < 1024) {
    return l10n.t('{0} bytes', bytes);
  }
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) {
    return l10n.t('{0} KB', Math.round(kilobytes));
  }
  const megabytes = (kilobytes / 1024).toFixed(1);
  return l10n.t('{0} MB', megabytes.replace(/\.0$/, ''));
}
