import { asString } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { type StyleFile, styleFiles } from './styleFiles';

const builtIn = 'default';

/** All that the section shows. */
export interface StyleState {
  readonly files: readonly SettingsFile[];
  /** Files that name a style. */
  readonly choices: readonly (SettingsFile & { readonly style: string })[];
  readonly own: readonly StyleFile[];
  readonly names: readonly string[];
  /** Style of new conversations. */
  readonly current: string;
  readonly note: Note | undefined;
}

export async function readStyles(files: SettingsFiles, place: SectionPlace): Promise<StyleState> {
  const [stored, own, listed, settings] = await Promise.all([
    files.read(place),
    styleFiles(files.configFolder, place.cwd),
    askCli(place, 'reload_output_styles'),
    askCli(place, 'get_settings'),
  ]);
  const choices = stored.flatMap(file => {
    const style = asString(file.value.outputStyle);
    return style === undefined ? [] : [{ ...file, style }];
  });
  const chosen = settings.report
    ? asString(settings.report.effective?.outputStyle)
    : choices.at(-1)?.style;
  const known = listed.report?.available_output_styles ?? [builtIn];
  return {
    ...{ files: stored, choices, own, current: chosen ?? builtIn, note: listed.note },
    names: [...new Set([...known, ...own.map(({ name }) => name), ...(chosen ? [chosen] : [])])],
  };
}
