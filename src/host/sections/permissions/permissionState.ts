import type { SettingsFile } from '../../../cli/config/settingsFile';
import { askCli, type Note } from '../files/askCli';
import type { ListedValue } from '../files/listedValues';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { listFolders, listModes } from './listedPlaces';
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
  const stored = await files.read(place);
  const asked = await askCli(place, 'list_permission_rules', report =>
    differs(listRules(stored, report, place.isTrusted)),
  );
  return {
    files: stored,
    rules: listRules(stored, asked.report, place.isTrusted),
    folders: listFolders(stored, asked.report, place),
    modes: listModes(stored, place.isTrusted),
    note: asked.note,
    managedOnly: asked.report?.state?.managedOnly === true,
  };
}

/** Whether files and the CLI disagree about rules of the user's own files. */
function differs(rules: readonly ListedRule[]): boolean {
  return rules.some(({ isIgnored, isMissing }) => isIgnored || isMissing);
}
