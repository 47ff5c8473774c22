import * as vscode from 'vscode';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { ChannelId } from '../../contract/ids';
import { askAboutFolder } from '../gate/askAboutFolder';
import { nativeUi } from '../nativeText/nativeUi';
import type { Sharing } from '../sharing/sharing';
import { PromptRunner } from './promptRunner';
import { promptVariables } from './promptVariables';

/** @param variablesOf returns those of a run on a file; undefined for other conversations */
export function createPromptRunner(
  agents: Pick<CliLauncher, 'agentPlaces' | 'allAgentPlaces' | 'programPlace'>,
  programs: Pick<ProgramGate, 'look' | 'answer'>,
  sharing: () => Pick<Sharing, 'mayTell'>,
  variablesOf: (id: ChannelId) => Readonly<Record<string, string>> | undefined,
): PromptRunner {
  return new PromptRunner({
    all: cwd => agents.allAgentPlaces(cwd),
    places: where => agents.agentPlaces(where),
    variables: async ({ cwd, record }) =>
      variablesOf(record.channelId) ?? promptVariables(cwd, sharing()),
    askAboutFolder: async where => {
      await askAboutFolder(programs, await programs.look(agents.programPlace(where)));
    },
    ask: async (prompt, { name, hint }) =>
      nativeUi.showInputBox({
        title: `/${prompt}`,
        prompt: hint ?? vscode.l10n.t('Value for “{0}”', name),
        placeHolder: name,
      }),
  });
}
