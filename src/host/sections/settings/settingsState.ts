import type { SettingsFile } from '../../../cli/config/settingsFile';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { type ListedSetting, listSettings, mergeFiles } from './listedSettings';
import type { KnownSetting, SettingsCatalog } from './settingsCatalog';

/** A file that the CLI ignores, or a value in it. */
interface SettingsProblem {
  readonly path: string;
  readonly line: number;
  readonly reason: string;
}

/** All that the section shows. */
export interface SettingsState {
  readonly files: readonly SettingsFile[];
  readonly settings: readonly ListedSetting[];
  readonly problems: readonly SettingsProblem[];
  readonly known: readonly KnownSetting[];
  readonly note: Note | undefined;
}

export async function readSettings(
  files: SettingsFiles,
  catalog: SettingsCatalog,
  place: SectionPlace,
): Promise<SettingsState> {
  const [stored, asked, known] = await Promise.all([
    files.read(place),
    askCli(place, 'get_settings'),
    catalog.all(),
  ]);
  const effective = asked.report?.effective ?? mergeFiles(stored);
  const own = stored.flatMap(({ path, broken, rejected, exists, obstacle }): SettingsProblem[] => {
    const trouble = broken ?? rejected;
    const cannotRead =
      !exists && obstacle !== undefined ? { line: 1, reason: obstacle } : undefined;
    const found = trouble ?? cannotRead;
    return found ? [{ path, ...found }] : [];
  });
  const told = (asked.report?.errors ?? []).flatMap(({ file, path = '', message = '' }) => {
    const source = stored.find(one => one.path === file);
    return file === undefined || own.some(one => one.path === file)
      ? []
      : [
          {
            path: file,
            line: source?.line(keysOf(path)) ?? 1,
            reason: path === '' ? message : `${path}: ${message}`,
          },
        ];
  });
  return {
    ...{ files: stored, known, note: asked.note, problems: [...own, ...told] },
    settings: listSettings(effective, stored, place.isTrusted),
  };
}

/** The CLI names a value by its keys with points between, and places in lists by numbers. */
function keysOf(path: string): readonly (string | number)[] {
  return path === '' ? [] : path.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part));
}
