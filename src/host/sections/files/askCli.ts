import * as l10n from '@vscode/l10n';
import { messageOf } from '../../../base/errors';
import type { ControlResult, ReportName } from '../../../protocol/control';
import type { ContentNote, SectionPlace } from '../model/sectionSource';

export type Note = ContentNote;

/** Answer of the CLI, or the reason why the files must do. */
export type Asked<N extends ReportName> =
  | { readonly report: ControlResult<N>; readonly note?: undefined }
  | { readonly report?: undefined; readonly note: Note };

/** Reports that take no parameters. */
type PlainReport =
  | 'list_permission_rules'
  | 'get_hooks_listing'
  | 'get_sandbox_dialog'
  | 'get_settings'
  | 'reload_output_styles'
  | 'get_memory_dialog'
  | 'get_skills_dialog';

/**
 * Asks the CLI, where one may run. Never throws: a section shows its files all the same.
 * @param isStale whether an answer does not fit the files: the CLI may not have read them anew yet
 */
export async function askCli<N extends PlainReport>(
  place: SectionPlace,
  name: N,
  isStale: (report: ControlResult<N>) => boolean = () => false,
): Promise<Asked<N>> {
  if (!place.isTrusted) {
    return {
      note: {
        text: l10n.t(
          'The workspace is not trusted: no CLI is asked, and nothing can be changed. This is what the files say.',
        ),
        tone: 'warning',
      },
    };
  }
  try {
    const reports = await place.reports();
    const ask = () => reports.ask(name, {} as never);
    const report = await ask();
    if (!isStale(report)) {
      return { report };
    }
    await reports.ask('apply_flag_settings', { settings: {} });
    return { report: await ask() };
  } catch (error) {
    return {
      note: {
        text: l10n.t('{0} This is what the files say.', messageOf(error)),
        tone: 'warning',
      },
    };
  }
}
