import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import type { SectionAction, SectionGroup, SectionRow } from '../../../contract/sections';
import type { SectionContent } from '../model/sectionSource';

/** Rows of a section. More of them make the page slow, and nobody reads them. */
const mostRows = 2_000;
const mostGroups = 200;
/** Characters that a row shows. */
const longest = { title: 1_000, detail: 2_000, more: 20_000, badge: 200, note: 4_000 } as const;
/** Characters of a text that can be edited in a form. */
const longestInitial = 20_000;

/**
 * Limits what a section shows: files of a folder and answers of a CLI may hold any number of values,
 * of any length. Ids stay as they are.
 */
export function boundedContent(content: SectionContent): SectionContent {
  let left = mostRows;
  const taken = (rows: readonly SectionRow[]): readonly SectionRow[] => {
    const own = rows.slice(0, left);
    left -= own.length;
    return own.map(row => boundedRow(row, taken));
  };
  return {
    ...content,
    groups: content.groups.slice(0, mostGroups).map(group => boundedGroup(group, taken)),
    ...(content.notes
      ? {
          notes: content.notes
            .slice(0, mostRows)
            .map(note => ({ ...note, text: cut(note.text, longest.note) })),
        }
      : {}),
  };
}

type Take = (rows: readonly SectionRow[]) => readonly SectionRow[];

function boundedGroup(group: SectionGroup, taken: Take): SectionGroup {
  const rows = taken(group.rows);
  const missing = group.rows.length - rows.length;
  const text = plural(missing, {
    one: l10n.t('1 more entry is not shown.'),
    other: l10n.t('{0} more entries are not shown.', missing),
  });
  return {
    ...group,
    title: cut(group.title, longest.title),
    rows,
    ...(missing > 0 ? { note: [group.note, text].filter(Boolean).join(' ') } : {}),
    // All of them are left out: the group is not empty.
    ...(missing > 0 && rows.length === 0 ? { empty: text } : {}),
  };
}

function boundedRow(row: SectionRow, taken: Take): SectionRow {
  const { title, detail, more, badges, actions, rows } = row;
  return {
    ...row,
    title: cut(title, longest.title),
    ...(detail === undefined ? {} : { detail: cut(detail, longest.detail) }),
    ...(more === undefined ? {} : { more: cut(more, longest.more) }),
    ...(badges
      ? { badges: badges.map(badge => ({ ...badge, text: cut(badge.text, longest.badge) })) }
      : {}),
    ...(actions ? { actions: actions.filter(isEditable) } : {}),
    ...(rows ? { rows: taken(rows) } : {}),
  };
}

function isEditable({ form }: SectionAction): boolean {
  return (form?.fields ?? []).every(
    field => field.kind !== 'text' || (field.initial ?? '').length <= longestInitial,
  );
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
