import type { SettingsFile } from '../../../cli/config/settingsFile';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { type ListedValue, listFolders, listModes } from './listedPlaces';
import { type ListedRule, listRules } from './listedRules';

/** All that the section shows. */
export interface PermissionState {
  readonly files: readonly SettingsFile[];
  readonly rules: readonly ListedRule[];
  readonly folders: readonly ListedValue[];
  readonly modes: readonly ListedValue[];
  /** Why the CLI has given no answer. */
  readonly note: Note | undefined;
  readonly managedOnly: boolean;
}

export async function readPermissions(
  files: SettingsFiles,
  place: SectionPlace,
): Promise<PermissionState> {
  const [stored, asked] = await Promise.all([
    files.read(place),
    askCli(place, 'list_permission_rules'),
  ]);
  return {
    files: stored,
    rules: listRules(stored, asked.report, place.isTrusted),
    folders: listFolders(stored, asked.report, place),
    modes: listModes(stored, place.isTrusted),
    note: asked.note,
    managedOnly: asked.report?.state?.managedOnly === true,
  };
}
