import * as l10n from '@vscode/l10n';
import { fileTarget } from './parts/clickTargets';
import { formatNumber, lineCount } from './parts/counts';
import { linesOf } from './parts/plainText';
import type { CallOf, ToolView } from './parts/toolView';

export const read: ToolView<'read'> = {
  icon: 'file',
  clickTarget: ({ call }) => {
    const [location] = call.locations;
    const path = location?.path ?? call.input?.path;
    if (path === undefined) {
      return undefined;
    }
    const { offset, limit } = call.input ?? {};
    const line = location?.line ?? offset;
    const end = line === undefined || limit === undefined ? undefined : line + limit - 1;
    return fileTarget(path, line, location?.endLine ?? end);
  },
  Summary: ({ call }) => rangeOf(call),
  Request: ({ call }) =>
    call.input?.pages === undefined ? null : (
      <p class="tool-note">{l10n.t('Pages {0}', call.input.pages)}</p>
    ),
};

/** Returns the lines read, such as "lines 10–30 of 200", or the requested range before that. */
function rangeOf(call: CallOf<'read'>): string | null {
  const file = call.content.find(content => content.type === 'file');
  if (file !== undefined && typeof file.text === 'string') {
    const count = file.text === '' ? 0 : linesOf(file.text).length;
    const all = file.totalLines;
    // The tool counts the empty string after the last line break as a line.
    if (all === undefined || all <= file.text.split('\n').length) {
      return lineCount(count);
    }
    const last = file.startLine + count - 1;
    return count === 1
      ? l10n.t('line {0} of {1}', last, formatNumber(all))
      : l10n.t('lines {0}–{1} of {2}', file.startLine, last, formatNumber(all));
  }
  if (file?.totalLines !== undefined) {
    return lineCount(file.totalLines);
  }
  const { offset, limit } = call.input ?? {};
  if (offset === undefined && limit === undefined) {
    return null;
  }
  const first = offset ?? 1;
  return limit === undefined
    ? l10n.t('from line {0}', first)
    : l10n.t('lines {0}–{1}', first, first + limit - 1);
}
