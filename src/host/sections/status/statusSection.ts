import * as vscode from 'vscode';
import type { SectionContent, SectionPlace, SectionSource } from '../model/sectionSource';

/** Shows the version, account, model and settings that the CLI reports. */
export function statusSection(): SectionSource {
  return {
    id: 'status',
    title: vscode.l10n.t('Status'),
    async read(place: SectionPlace): Promise<SectionContent> {
      const reports = await place.reports();
      const { sections } = await reports.ask('get_status', {});
      return {
        groups: sections.map(({ title, rows }) => ({
          id: title,
          title,
          rows: rows.map(({ label, value = '' }) => ({
            id: `${title}/${label}`,
            title: label,
            detail: value,
          })),
        })),
      };
    },
  };
}
