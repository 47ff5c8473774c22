import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { Channel } from '../../../core/conversation/channel';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';
import { actOnHooks, allHooks } from './hookActions';
import { hookContent } from './hookContent';
import { readHooks } from './hookState';

/**
 * Commands that the CLI runs at events of a conversation.
 * @param onChanged fires when a conversation changes
 */
export function hooksSection(files: SettingsFiles, onChanged: Event<Channel>): SectionSource {
  return {
    id: 'hooks',
    title: l10n.t('Hooks'),
    read: async place => hookContent(await readHooks(files, place), place),
    async act(place, request) {
      return actOnHooks({ files, place, request, state: await readHooks(files, place) });
    },
    async locate(place, row) {
      const { hooks, files: stored } = await readHooks(files, place);
      if (row === allHooks) {
        const off = stored.find(({ value }) => value.disableAllHooks === true);
        return off && { path: off.path, line: off.line(['disableAllHooks']) };
      }
      const hook = hooks.find(({ id }) => id === row);
      return hook?.path === undefined
        ? undefined
        : { path: hook.path, ...(hook.line === undefined ? {} : { line: hook.line }) };
    },
    watch(place, onChange) {
      const store = new DisposableStore();
      store.add(files.watch(place, onChange));
      let shown = newestRun(place.channel);
      store.add(
        onChanged(channel => {
          const run = channel === place.channel ? newestRun(channel) : shown;
          if (run !== shown) {
            shown = run;
            onChange();
          }
        }),
      );
      return store;
    },
  };
}

function newestRun(channel: Channel | undefined) {
  return channel?.agent.slot.live?.reports?.hookRuns?.()[0];
}
