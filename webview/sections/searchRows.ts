import uFuzzy from '@leeoniya/ufuzzy';
import type { Section, SectionId, SectionRow } from '../../src/contract/sections';

export interface FoundRow {
  readonly section: SectionId;
  readonly group: string;
  readonly row: SectionRow;
}

const fuzzy = new uFuzzy({ intraMode: 0, unicode: true, interSplit: "[^\\p{L}\\d']+" });
/** Rows that are shown at most. */
const most = 100;

/** Finds rows by their texts, best first. */
export function searchRows(sections: readonly Section[], query: string): readonly FoundRow[] {
  const rows = sections.flatMap(({ id, groups }) =>
    groups.flatMap(group =>
      flat(group.rows).map(row => ({ section: id, group: group.title, row })),
    ),
  );
  const texts = rows.map(({ group, row }) =>
    [row.title, row.detail, group, row.origin?.label, ...(row.badges ?? []).map(one => one.text)]
      .filter(text => text !== undefined)
      .join(' '),
  );
  const [ids, , order] = fuzzy.search(texts, query, 1);
  const best = order && ids ? order.map(at => ids[at]) : (ids ?? []);
  return best.slice(0, most).flatMap(id => (id === undefined ? [] : (rows[id] ?? [])));
}

function flat(rows: readonly SectionRow[]): readonly SectionRow[] {
  return rows.flatMap(row => [row, ...flat(row.rows ?? [])]);
}
