import * as l10n from '@vscode/l10n';
import type { FrontContext } from '../../src/contract/mentions';

/** Name of the file, such as "a.ts". */
export function frontName({ name, path }: FrontContext): string {
  return name ?? path.split('/').findLast(part => part !== '') ?? path;
}

/** Text on the chip, such as "a.ts, lines 5–10". */
export function frontLabel(front: FrontContext): string {
  const name = frontName(front);
  const { lines, isCut } = front;
  if (!lines) {
    return name;
  }
  const { start, end } = lines;
  if (isCut) {
    return l10n.t('{0}, lines {1}–{2} (cut)', name, start, end);
  }
  return start === end
    ? l10n.t('{0}, line {1}', name, start)
    : l10n.t('{0}, lines {1}–{2}', name, start, end);
}
