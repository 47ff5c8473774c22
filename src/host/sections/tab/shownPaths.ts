import type { SectionRow } from '../../../contract/sections';
import { pathFrom } from '../../shortPath';
import type { SectionContent } from '../model/sectionSource';

/** Shortens the paths of a section for the user: those below the folder are relative to it. */
export function withShownPaths(content: SectionContent, cwd: string | undefined): SectionContent {
  const shown = (row: SectionRow): SectionRow => ({
    ...row,
    ...(row.origin?.path === undefined
      ? {}
      : { origin: { ...row.origin, path: pathFrom(cwd, row.origin.path) } }),
    ...(row.rows ? { rows: row.rows.map(shown) } : {}),
  });
  return {
    ...content,
    groups: content.groups.map(group => ({ ...group, rows: group.rows.map(shown) })),
  };
}
