import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { readSettingsFile } from '../../cli/config/settingsFile';
import { ownPlace } from '../../cli/config/settingsPlaces';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { raceTimeout } from '../../node/raceTimeout';
import { runInShell } from '../../node/userShell';
import type { CliAssistant } from '../agent/cliAssistant';
import type { Chats } from '../chat/chats';
import { statusItems } from '../contributed';
import type { HostBase } from '../hostBase';
import { createStatusItem } from '../nativeText/nativeUi';
import { hideStatus, showStatus } from '../nativeText/statusItems';
import { isTrusted } from '../trust';
import { StatusLine } from './statusLine';

interface StatusLineParts extends Pick<HostBase, 'settings' | 'clock' | 'log'> {
  readonly cli: Pick<CliAssistant, 'locate' | 'configFolder'>;
  readonly chats: Pick<Chats, 'active' | 'onActiveChanged'>;
  readonly registry: Pick<ChannelRegistry, 'onChanged'>;
}

/** Milliseconds that a command has. */
const timeLimit = 5_000;
const setting = 'tandem.statusLine.enabled';

/** Shows the status line of the user's settings in the status bar, if the user has switched it on. */
export function createStatusLine(parts: StatusLineParts): DisposableStore {
  const { cli, chats, registry, settings, clock, log } = parts;
  const store = new DisposableStore();
  const item = store.add(createStatusItem(statusItems.statusLine, 6));
  item.name = l10n.t('Tandem Status Line');
  const line = store.add(
    new StatusLine({
      isEnabled: () => settings.get(setting),
      isTrusted,
      subject: () => {
        const { active } = chats;
        // The command is written for Claude Code.
        return active?.record.source === undefined
          ? active && { ...subjectOf(active), version: active.agent.slot.live?.reports?.version }
          : undefined;
      },
      userSettings: async () => {
        const place = ownPlace('user', cli.configFolder, undefined);
        return place ? (await readSettingsFile(place)).value : {};
      },
      run: async (command, input, cwd) => {
        const { env } = await cli.locate();
        return outputOf(command, input, { cwd, env, platform: process.platform, clock, log });
      },
      show: text => {
        if (text === undefined) {
          hideStatus(item);
        } else {
          showStatus(item, { text, tooltip: l10n.t('Status line of your settings: {0}', text) });
        }
      },
      clock,
      log,
    }),
  );
  const look = () => line.changed();
  store.add(chats.onActiveChanged(look));
  store.add(registry.onChanged(look));
  store.add(settings.onChanged(mayDiffer => mayDiffer(setting) && look()));
  return store;
}

function subjectOf({ cwd, title, record, conversation }: NonNullable<Chats['active']>) {
  return { cwd, title, record, conversation };
}

type Start = Parameters<typeof runInShell>[1] & { readonly clock: Clock };

/** @throws UserError if the command does not end in time */
async function outputOf(command: string, input: string, start: Start): Promise<string> {
  const process = await runInShell(command, start, input);
  const lines: string[] = [];
  process.onLine(line => lines.push(line));
  try {
    if ((await raceTimeout(process.exited, timeLimit, start.clock)) === undefined) {
      throw new UserError('shell.late', l10n.t('The status line command took over 5 seconds.'));
    }
    return lines.join('\n');
  } finally {
    process.dispose();
  }
}
