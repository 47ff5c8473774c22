import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';
import { plural } from '../../../src/base/plural';

/** Formats a number with separators, such as "6,222". */
export function formatNumber(count: number): string {
  return numberText(count);
}

export function lineCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} line', shown), other: l10n.t('{0} lines', shown) });
}

export function fileCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} file', shown), other: l10n.t('{0} files', shown) });
}

export function resultCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} result', shown), other: l10n.t('{0} results', shown) });
}

export function linkCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} link', shown), other: l10n.t('{0} links', shown) });
}

export function toolCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} tool', shown), other: l10n.t('{0} tools', shown) });
}

/** Formats a number of tokens, such as "820 tokens" or "52k tokens". */
export function tokenCount(count: number): string {
  const shown = compactNumber(count);
  return plural(count, { one: l10n.t('{0} token', shown), other: l10n.t('{0} tokens', shown) });
}

/** Formats a number that is only roughly of interest: "820", "9k", "1.2M". */
function compactNumber(count: number): string {
  if (count < 1000) {
    return String(count);
  }
  return count < 999_500
    ? l10n.t('{0}k', Math.round(count / 1000))
    : l10n.t('{0}M', numberText(count / 1_000_000, 1));
}

export function errorCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} error', shown), other: l10n.t('{0} errors', shown) });
}

export function warningCount(count: number): string {
  const shown = formatNumber(count);
  return plural(count, { one: l10n.t('{0} warning', shown), other: l10n.t('{0} warnings', shown) });
}
