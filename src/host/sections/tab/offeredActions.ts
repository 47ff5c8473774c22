import type { SectionAction, SectionGroup, SectionRow, TableRow } from '../../../contract/sections';
import type { ActionRequest, SectionContent } from '../model/sectionSource';

type Asked = Pick<ActionRequest, 'group' | 'row' | 'action'>;

/** An action that a section offers, and what its switch shows. */
export interface Offered {
  readonly wasOn?: boolean;
}

/**
 * Finds an action in a section, as it was sent to the page, by the owner that the page names. A
 * preview is offered where a form, an action or a switch says so.
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
      : groups.flatMap(({ rows, table }) => [
          ...rowsWith(rows, row),
          ...(table?.rows ?? []).filter(({ id }) => id === row).map(ownerOf),
        ]);
  const found = owners.flatMap(({ actions = [], choices = [], toggle }): Offered[] => [
    ...actions.filter(one => one.id === action && (!isPreview || hasPreview(one))).map(() => ({})),
    ...choices
      .flatMap(({ options }) => options)
      .filter(option => option.action === action && !isPreview)
      .map(() => ({})),
    ...(toggle?.action === action && (!isPreview || toggle.canPreview)
      ? [{ wasOn: toggle.isOn }]
      : []),
  ]);
  return found[0];
}

type Owner = Pick<SectionRow, 'actions' | 'toggle'> & Pick<SectionGroup, 'choices'>;

function ownerOf({ action }: TableRow): Owner {
  return action ? { actions: [action] } : {};
}

function hasPreview({ form, canPreview }: SectionAction): boolean {
  return (form ? form.canPreview : canPreview) === true;
}

function rowsWith(rows: readonly SectionRow[], wanted: string): readonly SectionRow[] {
  return rows.flatMap(row => [
    ...(row.id === wanted ? [row] : []),
    ...rowsWith(row.rows ?? [], wanted),
  ]);
}
