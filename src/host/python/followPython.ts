import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { PythonEnvironment } from '../../node/pythonVariables';
import { nativeUi } from '../nativeText/nativeUi';

interface RunningAgent {
  readonly cwd: string;
  readonly agent: { readonly isLive: boolean; needRestart(): void };
}

interface Python {
  onChanged(fire: () => void): Disposable;
  environmentOf(folder: string): Promise<PythonEnvironment | undefined>;
}

/** Offers a restart when agents run with another environment than the one that is chosen now. */
export function followPython(
  python: Python,
  agents: () => readonly RunningAgent[],
  started: ReadonlyMap<string, string | undefined>,
): Disposable {
  let isAsking = false;
  const look = async () => {
    const outdated: RunningAgent[] = [];
    let chosen: PythonEnvironment | undefined;
    for (const one of agents().filter(({ agent }) => agent.isLive)) {
      const found = await python.environmentOf(one.cwd);
      if (started.has(one.cwd) && started.get(one.cwd) !== found?.prefix) {
        outdated.push(one);
        chosen ??= found;
      }
    }
    if (outdated.length === 0 || isAsking) {
      return;
    }
    isAsking = true;
    const restart = vscode.l10n.t('Restart Before Next Message');
    const answer = await nativeUi.showInformationMessage(textOf(chosen), restart);
    isAsking = false;
    if (answer === restart) {
      for (const { agent } of outdated) {
        agent.needRestart();
      }
    }
  };
  return python.onChanged(() => void look());
}

function textOf(chosen: PythonEnvironment | undefined): string {
  return chosen
    ? vscode.l10n.t(
        'Agents use the Python environment {0} after their next start.',
        basename(chosen.prefix),
      )
    : vscode.l10n.t('Agents use no Python environment after their next start.');
}
