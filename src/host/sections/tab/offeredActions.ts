import type { SectionRow } from '../../../contract/sections';
import type { ActionRequest, SectionContent } from '../model/sectionSource';

type Asked = Pick<ActionRequest, 'group' | 'row' | 'action'>;

/**
 * Whether a section, as it was sent to the page, offers an action to the owner that the page names.
 * A preview is offered where a form says so.
 */
export function isOffered(
  content: SectionContent,
  { group, row, action }: Asked,
  isPreview: boolean,
): boolean {
  const groups = content.groups.filter(({ id }) => group === undefined || id === group);
  const owners: readonly Owner[] =
    row === undefined
      ? group === undefined
        ? [content]
        : groups
      : groups.flatMap(({ rows }) => rowsWith(rows, row));
  return owners.some(
    ({ actions = [], toggle }) =>
      actions.some(one => one.id === action && (!isPreview || one.form?.canPreview === true)) ||
      (toggle?.action === action && !isPreview),
  );
}

type Owner = Pick<SectionRow, 'actions' | 'toggle'>;

function rowsWith(rows: readonly SectionRow[], wanted: string): readonly SectionRow[] {
  return rows.flatMap(row => [
    ...(row.id === wanted ? [row] : []),
    ...rowsWith(row.rows ?? [], wanted),
  ]);
}
