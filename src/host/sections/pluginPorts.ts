import * as vscode from 'vscode';
import { PluginCommand } from '../../cli/plugins/pluginCommand';
import { nativeUi } from '../nativeText/nativeUi';
import type { PluginPorts } from './plugins/pluginPorts';
import type { SectionParts } from './sectionParts';

export function pluginPorts({
  cli,
  clock,
  log,
  channels,
}: Pick<SectionParts, 'cli' | 'clock' | 'log' | 'channels'>): PluginPorts {
  const { platform } = process;
  return {
    command: new PluginCommand({ locate: () => cli.locate(), platform, clock, log }),
    async progress(title, task) {
      const location = vscode.ProgressLocation.Notification;
      return nativeUi.withProgress({ location, title, cancellable: true }, (_, token) => {
        const control = new AbortController();
        token.onCancellationRequested(() => control.abort());
        return task(control.signal);
      });
    },
    restartAgents(cwd) {
      for (const channel of channels()) {
        if (cwd === undefined || channel.cwd === cwd) {
          channel.agent.needRestart();
        }
      }
    },
  };
}
