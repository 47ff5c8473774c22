import type { SettingsFile } from '../../../cli/config/settingsFile';
import { ownScopes } from '../../../cli/config/settingsPlaces';
import type { HookRun } from '../../../protocol/agentReports';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import { type HookEvent, hookEvents } from './hookEvents';
import { type ListedHook, listHooks } from './listedHooks';

/** Names that the CLI has for the files that Tandem reads, too. */
const fileSources = ['userSettings', 'projectSettings', 'localSettings'];

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
  const stored = await files.read(place);
  const own = stored.filter(file => ownScopes.some(scope => scope === file.scope));
  const contents = namesOf(listHooks(own, undefined, place.isTrusted));
  const [asked, runs] = await Promise.all([
    askCli(place, 'get_hooks_listing', report => {
      const known = report.hooks.filter(({ source }) => fileSources.includes(source));
      const listed = known.map(({ event, displayText = '' }) => ({ event, content: displayText }));
      return namesOf(listed) !== contents;
    }),
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

function namesOf(hooks: readonly Pick<ListedHook, 'event' | 'content'>[]): string {
  return JSON.stringify(hooks.map(({ event, content }) => [event, content]).sort());
}
