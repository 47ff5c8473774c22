import { valueAt } from '../../../cli/config/settingsEdit';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { ControlResult } from '../../../protocol/control';
import { askCli, type Note } from '../files/askCli';
import { type ListedValue, listValues } from '../files/listedValues';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';

/** Switches of the sandbox, by the ids of their rows. */
export const switches = {
  enabled: ['sandbox', 'enabled'],
  autoAllow: ['sandbox', 'autoAllowBashIfSandboxed'],
  outside: ['sandbox', 'allowUnsandboxedCommands'],
} as const;
export type SwitchId = keyof typeof switches;

/** Lists that the user may change, by the ids of their groups. */
export const lists = {
  excluded: ['sandbox', 'excludedCommands'],
  domains: ['sandbox', 'network', 'allowedDomains'],
} as const;
export type ListId = keyof typeof lists;

/** Restrictions that are shown only. */
const shownLists = {
  deniedDomains: ['sandbox', 'network', 'deniedDomains'],
  allowWrite: ['sandbox', 'filesystem', 'allowWrite'],
  denyWrite: ['sandbox', 'filesystem', 'denyWrite'],
  denyRead: ['sandbox', 'filesystem', 'denyRead'],
} as const;

/** All that the section shows. */
export interface SandboxState {
  readonly files: readonly SettingsFile[];
  readonly report: ControlResult<'get_sandbox_dialog'> | undefined;
  /** Files that set a switch, the one that counts last. */
  readonly set: Readonly<Record<SwitchId, readonly SettingsFile[]>>;
  readonly lists: Readonly<Record<ListId, readonly ListedValue[]>>;
  readonly restrictions: Readonly<Record<keyof typeof shownLists, readonly ListedValue[]>>;
  readonly note: Note | undefined;
}

export async function readSandbox(
  files: SettingsFiles,
  place: SectionPlace,
): Promise<SandboxState> {
  const stored = await files.read(place);
  const asked = await askCli(place, 'get_sandbox_dialog', report => {
    const last = stored.findLast(({ value }) => valueAt(value, switches.enabled) !== undefined);
    return report.enabled_in_settings !== (valueAt(last?.value, switches.enabled) === true);
  });
  const holders = (path: readonly string[]) =>
    stored.filter(({ value }) => typeof valueAt(value, path) === 'boolean');
  const list = (id: string, path: readonly string[]) =>
    listValues(stored, id, path, place.isTrusted);
  return {
    files: stored,
    report: asked.report,
    set: {
      enabled: holders(switches.enabled),
      autoAllow: holders(switches.autoAllow),
      outside: holders(switches.outside),
    },
    lists: { excluded: list('excluded', lists.excluded), domains: list('domains', lists.domains) },
    restrictions: {
      deniedDomains: list('deniedDomains', shownLists.deniedDomains),
      allowWrite: list('allowWrite', shownLists.allowWrite),
      denyWrite: list('denyWrite', shownLists.denyWrite),
      denyRead: list('denyRead', shownLists.denyRead),
    },
    note: asked.note,
  };
}

/** Whether a switch is on, by the CLI's answer or by the file that counts. */
export function isOn({ report, set }: SandboxState, id: SwitchId): boolean {
  const last = set[id].at(-1);
  const stored = last && valueAt(last.value, switches[id]);
  switch (id) {
    case 'enabled':
      return report?.enabled_in_settings ?? stored === true;
    case 'autoAllow':
      return stored === true;
    case 'outside':
      return report?.unsandboxed_fallback ?? stored !== false;
  }
}
