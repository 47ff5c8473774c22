import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lazily } from '../../base/lazily';
import type { ChannelId, TurnId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { type SettingKey, statusItems } from '../contributed';
import { createStatusItem, nativeUi } from '../nativeText/nativeUi';
import { hideStatus, showStatus } from '../nativeText/statusItems';
import { isTrusted } from '../trust';
import type { InspectorNeeds, InspectorParts } from './inspectorParts';
import { LiveReports } from './live/liveReports';
import { LiveStatus } from './live/liveStatus';
import { followSwitches } from './recording/followSwitches';
import { RecordingSwitches } from './recording/recordingSwitches';
import { Recordings } from './recording/recordings';
import { RecordingWatch } from './recording/recordingWatch';
import { secretMasks } from './recording/secretMask';

const recordSetting = 'tandem.inspector.record' satisfies SettingKey;
const limitSetting = 'tandem.inspector.limit' satisfies SettingKey;
const statusSetting = 'tandem.inspector.statusBar' satisfies SettingKey;
/** Megabytes. */
const smallestLimit = 10;

/** Builds recording and live reports. The inspector itself is loaded when it is first used. */
export function createInspector(needs: InspectorNeeds) {
  const { context, storage, settings, clock, log: parent, add, registry, calls, gateway } = needs;
  const log = parent.child('inspector');
  const folder = join(storage, 'modelCalls');
  const limit = () => Math.max(smallestLimit, settings.get(limitSetting)) * 1024 * 1024;
  const maskOf = secretMasks();
  const mask = async () =>
    maskOf({
      keys: await needs.profiles.keys(),
      variables: [
        ...Object.entries(process.env),
        ...Object.entries(settings.get('tandem.cli.env')),
        ...needs.profiles.stored.profiles.flatMap(({ env }) => Object.entries(env)),
      ],
    });
  const switches = add(
    new RecordingSwitches({
      memory: context.globalState,
      isEverywhere: () => settings.get(recordSetting) === 'everywhere',
      setEverywhere: isOn => writeSetting(isOn ? 'everywhere' : undefined),
      isTrusted,
    }),
  );
  const isRecorded = (id: ChannelId) => {
    const channel = registry.get(id);
    return channel !== undefined && switches.isOn(channel);
  };
  const recordings = add(
    new Recordings({
      ...{ folder, limit, clock, log, mask },
      subjectOf: id => {
        const channel = registry.get(id);
        return channel && { id, title: channel.title, cwd: channel.cwd };
      },
      onProblem: message => void nativeUi.showWarningMessage(message),
    }),
  );
  const watch = add(
    new RecordingWatch({ calls, isOn: isRecorded, store: call => recordings.store(call) }),
  );
  add(followSwitches(switches.onChanged, watch, gateway, () => registry.all));
  add(settings.onChanged(mayDiffer => mayDiffer(recordSetting) && switches.note()));
  add(vscode.workspace.onDidGrantWorkspaceTrust(() => switches.note()));
  const live = add(
    new LiveReports({
      ...{ calls, clock },
      isBlind: id => registry.get(id)?.agent.isLive === true && !gateway.isObserved(id),
    }),
  );
  const parts: InspectorParts = { ...needs, log, switches, recordings, live, limit, folder, mask };
  const window = lazily(async () => {
    const { openInspectorWindow } = await import('./inspectorWindow');
    return openInspectorWindow(parts);
  });
  return {
    live,
    isRecorded,
    /** Restores the inspector's tab after a reload of the window. */
    restore: async (panel: vscode.WebviewPanel, state: unknown) =>
      (await window()).tab.restore(panel, state),
    /** Opens the inspector at a conversation, or at one of its turns. */
    show: async (channel: Channel, turn?: TurnId) => {
      const { open, explain } = await window();
      await (turn === undefined ? open({ subject: channel.id }) : explain(channel, turn));
    },
    window,
    /** Shows the item of the status bar, which follows the conversation in front. */
    followFront: () => followFront(parts),
    ended: () => recordings.ended(),
  };
}

function followFront({ settings, clock, add, chats, live }: InspectorParts): void {
  const item = add(createStatusItem(statusItems.inspector, 5));
  item.name = l10n.t('Tandem Model Calls');
  item.command = 'tandem.inspector.open';
  const status = add(
    new LiveStatus({
      isEnabled: () => settings.get(statusSetting),
      live: () => {
        const { active } = chats();
        return active && live.of(active.id);
      },
      show: texts => (texts ? showStatus(item, texts) : hideStatus(item)),
      clock,
    }),
  );
  add(chats().onActiveChanged(() => status.look()));
  add(live.onChanged(() => status.look()));
  add(settings.onChanged(mayDiffer => mayDiffer(statusSetting) && status.look()));
}

async function writeSetting(value: 'everywhere' | undefined): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(recordSetting, value, target);
}
