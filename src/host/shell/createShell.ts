import type { ShellRunner } from '../../core/conversation/shellRunner';
import type { CliAssistant } from '../agent/cliAssistant';
import { settingsLayersOf } from '../agent/readRules';
import type { HostBase } from '../hostBase';
import { requireTrust } from '../trust';
import { confirmShellLine } from './confirmShellLine';
import { EditorShell, type EditorShellOptions } from './editorShell';

interface ShellParts extends Pick<HostBase, 'settings' | 'clock' | 'log'> {
  readonly cli: Pick<CliAssistant, 'configFolder'>;
  readonly readRules: EditorShellOptions['readRules'];
  readonly environment: EditorShellOptions['environment'];
}

/** Builds what runs the lines that the user types with `!`. */
export function createShell({ settings, clock, log, cli, ...parts }: ShellParts): ShellRunner {
  const { layers, home } = settingsLayersOf(settings, () => cli.configFolder);
  return new EditorShell({
    ...parts,
    ...{ requireTrust, home, clock, log },
    confirm: confirmShellLine,
    platform: process.platform,
    rules: async folders => {
      const found = await layers.read(folders);
      return {
        deny: found.flatMap(({ rules }) => rules),
        ask: found.flatMap(({ ask }) => ask),
      };
    },
  });
}
