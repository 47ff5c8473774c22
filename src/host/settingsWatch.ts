import type { Disposable } from '../base/disposable';
import { flags } from '../cli/launch/flags';
import type { ChannelRegistry } from '../core/registry/channelRegistry';
import type { Chats } from './chat/chats';
import type { SettingKey } from './contributed';
import type { SettingsReader } from './settings';

/** Settings passed by argv or environment, which take effect only in a new process. */
const launchOnly: readonly SettingKey[] = [
  'tandem.cli.path',
  'tandem.cli.args',
  'tandem.cli.env',
  'tandem.gateway.observe',
  'tandem.folder.addOtherRoots',
  'tandem.python.useEnvironment',
  'tandem.editorTools.enabled',
  'tandem.editorTools.allowReadOnly',
  ...flags.map(flag => flag.setting),
];

/** Settings chosen per conversation and switched live; their values apply to new conversations. */
const forNewConversations: ReadonlySet<SettingKey> = new Set([
  'tandem.model',
  'tandem.effort',
  'tandem.thinking.maxTokens',
  'tandem.permissions.initialMode',
]);

/** Notifies pages and channels of changed settings. */
export function watchSettings(
  settings: SettingsReader,
  registry: ChannelRegistry,
  chats: Chats,
): Disposable {
  return settings.onChanged(mayDiffer => {
    chats.sendConfig();
    if (mayDiffer('tandem.toolChoice.disabled')) {
      for (const channel of registry.all) {
        channel.tools.defaultsChanged();
      }
    }
    if (mayDiffer('tandem.editorTools.commands')) {
      for (const channel of registry.all) {
        channel.tools.notifyAgent();
      }
    }
    if (launchOnly.some(key => !forNewConversations.has(key) && mayDiffer(key))) {
      for (const channel of registry.all) {
        channel.agent.needRestart();
      }
    }
  });
}
