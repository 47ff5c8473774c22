import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Environment } from '../../node/environment';
import type { CommandSearch } from '../../speech/findCommand';
import type { HostBase } from '../hostBase';
import { requireTrust } from '../trust';
import { SpeechService } from './speechService';
import { speechSettings } from './speechSettings';
import { noMicrophoneHere } from './whereRecorded';

interface SpeechParts extends Pick<HostBase, 'settings' | 'clock' | 'log' | 'add'> {
  /** Environment of the user's shell, where its programs are found. */
  environment(): Promise<Environment>;
}

/** Builds dictation. What records and recognizes is loaded with the first one. */
export function createSpeech({ settings, clock, log, add, environment }: SpeechParts) {
  const { platform, execPath } = process;
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
      setUp,
      log: log.child('speech'),
      dictate: async options => new (await import('../../speech/dictation')).Dictation(options),
      plan: async () => {
        requireTrust();
        const { recorder, recognizer, input, locale } = read();
        const obstacle = typeof recorder === 'string' ? noMicrophoneHere() : undefined;
        if (obstacle !== undefined) {
          throw new UserError('speech.elsewhere', obstacle);
        }
        if (recognizer.length === 0) {
          void setUp();
          return undefined;
        }
        const [{ requireCommand }, { findRecorders }, { asksFor }] = await Promise.all([
          import('../../speech/findCommand'),
          import('../../speech/record/findRecorders'),
          import('../../speech/recognize/recognizer'),
        ]);
        const where = await search();
        const setting = 'tandem.speech.recognizer';
        return {
          ...{ platform, clock, log: log.child('speech'), cwd: homedir() },
          recorders: await findRecorders(recorder, where),
          recognizer: { ...(await requireCommand(recognizer, setting, where)), input },
          values: async () => {
            const usesWords = asksFor(recognizer, 'words');
            const words = usesWords ? await (await import('./hintWords')).hintWords() : '';
            return { words, locale, language: locale.replace(/-.*$/, '').toLowerCase() };
          },
        };
      },
    }),
  );
}
