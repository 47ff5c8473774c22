import { fileTarget } from './parts/clickTargets';
import { countOf, linesOf } from './parts/plainText';
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
    call.input?.pages === undefined ? null : <p class="tool-note">Pages {call.input.pages}</p>,
};

/** Returns the lines read, such as "lines 10–30 of 200", or the requested range before that. */
function rangeOf(call: CallOf<'read'>): string | null {
  const file = call.content.find(content => content.type === 'file');
  if (file !== undefined && typeof file.text === 'string') {
    const count = file.text === '' ? 0 : linesOf(file.text).length;
    const all = file.totalLines;
    // The tool counts the empty string after the last line break as a line.
    if (all === undefined || all <= file.text.split('\n').length) {
      return countOf(count, 'line');
    }
    const last = file.startLine + count - 1;
    const range = count === 1 ? `line ${last}` : `lines ${file.startLine}–${last}`;
    return `${range} of ${all.toLocaleString('en')}`;
  }
  if (file?.totalLines !== undefined) {
    return countOf(file.totalLines, 'line');
  }
  const { offset, limit } = call.input ?? {};
  if (offset === undefined && limit === undefined) {
    return null;
  }
  const first = offset ?? 1;
  return limit === undefined ? `from line ${first}` : `lines ${first}–${first + limit - 1}`;
}
