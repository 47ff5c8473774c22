import type { CallColumn, CallView } from '../../../src/contract/inspector/callRows';
import { columns } from './columns';

/** Returns the sorting after a click on a header: the other way round, or the usual way first. */
export function sortedBy(sort: CallView['sort'], column: CallColumn): CallView['sort'] {
  if (sort.column === column) {
    return { column, isDescending: !sort.isDescending };
  }
  return usualSort(column);
}

/** Returns the sorting by a column that puts what is looked for at the top. */
export function usualSort(column: CallColumn): CallView['sort'] {
  const isDescending = columns().find(({ id }) => id === column)?.startsDescending ?? false;
  return { column, isDescending };
}
