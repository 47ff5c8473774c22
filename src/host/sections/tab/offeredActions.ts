import type { SectionRow } from '../../../contract/sections';
import type { ActionRequest, SectionContent } from '../model/sectionSource';

type Asked = Pick<ActionRequest, 'group' | 'row' | 'action'>;

/** An action that a section offers, and what its switch shows. */
export interface Offered {
  readonly wasOn?: boolean;
}

/**
 * Finds an action in a section, as it was sent to the page, by the owner that the page names. A
 * preview is offered where a form says so.
 */
export function offeredAction(
  content: SectionContent,
  { group, row, action }: Asked,
  isPreview: boolean,
): Offered | undefined {
  const groups = content.groups.filter(({ id }) => group === undefined || id === group);
  const owners: readonly Owner[] =
    row === undefined
      ? group === undefined
        ? [content]
        : groups
      : groups.flatMap(({ rows }) => rowsWith(rows, row));
  const found = owners.flatMap(({ actions = [], toggle }): Offered[] => [
    ...actions
      .filter(one => one.id === action && (!isPreview || one.form?.canPreview === true))
      .map(() => ({})),
    ...(toggle?.action === action && !isPreview ? [{ wasOn: toggle.isOn }] : []),
  ]);
  return found[0];
}

type Owner = Pick<SectionRow, 'actions' | 'toggle'>;

function rowsWith(rows: readonly SectionRow[], wanted: string): readonly SectionRow[] {
  return rows.flatMap(row => [
    ...(row.id === wanted ? [row] : []),
    ...rowsWith(row.rows ?? [], wanted),
  ]);
}
