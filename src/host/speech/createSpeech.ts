import * as vscode from 'vscode';
import type { Environment } from '../../node/environment';
import type { CommandSearch } from '../../speech/findCommand';
import type { CommandId } from '../contributed';
import type { HostBase } from '../hostBase';
import { requireTrust } from '../trust';
import { planDictation } from './planDictation';
import { SpeechService } from './speechService';
import { speechSettings } from './speechSettings';

interface SpeechParts extends Pick<HostBase, 'settings' | 'clock' | 'log' | 'add'> {
  /** Environment of the user's shell, where its programs are found. */
  environment(): Promise<Environment>;
}

/** Builds dictation. Nothing runs before the user begins one. */
export function createSpeech({ settings, clock, log: parent, add, environment }: SpeechParts) {
  const { platform, execPath } = process;
  const log = parent.child('speech');
  const read = () =>
    speechSettings(settings, {
      voice: vscode.workspace.getConfiguration().get('accessibility.voice.speechLanguage'),
      editor: vscode.env.language,
    });
  const search = async (): Promise<CommandSearch> => ({
    ...{ platform, execPath },
    env: await environment(),
  });
  const setUp = async () => {
    requireTrust();
    const { setUpDictation } = await import('./setUpDictation');
    await setUpDictation(read(), await search());
  };
  return add(
    new SpeechService({
      ...{ setUp, log },
      dictate: async options => {
        const { Dictation } = await import('../../speech/dictation');
        return new Dictation(options);
      },
      plan: async () => {
        requireTrust();
        const plan = await planDictation(read(), await search());
        if (!plan) {
          // A command shows its failure.
          void vscode.commands.executeCommand('tandem.speech.setUp' satisfies CommandId);
        }
        return plan && { ...plan, clock, log };
      },
    }),
  );
}
