import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { HookRun } from '../../../protocol/agentReports';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { type HookEvent, hookEvents } from './hookEvents';
import { type ListedHook, listHooks } from './listedHooks';

/** All that the section shows. */
export interface HookState {
  readonly files: readonly SettingsFile[];
  readonly hooks: readonly ListedHook[];
  readonly events: readonly HookEvent[];
  /** Newest first. */
  readonly runs: readonly HookRun[];
  /** Why the CLI has given no answer. */
  readonly note: Note | undefined;
  /** True if only hooks of an organization run. */
  readonly managedOnly: boolean;
}

export async function readHooks(files: SettingsFiles, place: SectionPlace): Promise<HookState> {
  const [stored, asked, runs] = await Promise.all([
    files.read(place),
    askCli(place, 'get_hooks_listing'),
    place.isTrusted
      ? place.reports().then(
          reports => reports.hookRuns?.(),
          () => [],
        )
      : [],
  ]);
  const { policy } = asked.report ?? {};
  return {
    files: stored,
    hooks: listHooks(stored, asked.report, place.isTrusted),
    events: hookEvents(asked.report),
    runs: runs ?? [],
    note: asked.note,
    managedOnly: policy?.managedOnly === true || policy?.disabledByPolicy === true,
  };
}
