import { homedir } from 'node:os';
import { UserError } from '../../base/errors';
import { type CommandSearch, requireCommand } from '../../speech/findCommand';
import { asksFor } from '../../speech/recognize/recognizer';
import { findRecorders } from '../../speech/record/findRecorders';
import { hintWords } from './hintWords';
import type { DictationPlan } from './speechService';
import type { SpeechSettings } from './speechSettings';
import { noMicrophoneHere } from './whereRecorded';

/**
 * Finds the programs that the settings name; undefined if no recognizer is set up.
 * @throws UserError `speech.elsewhere`, `speech.absent` or `speech.cannotRecord`, which say what to do
 */
export async function planDictation(
  { recorder, recognizer, input, locale }: SpeechSettings,
  search: CommandSearch,
): Promise<Omit<DictationPlan, 'clock' | 'log'> | undefined> {
  const obstacle = typeof recorder === 'string' ? noMicrophoneHere() : undefined;
  if (obstacle !== undefined) {
    throw new UserError('speech.elsewhere', obstacle);
  }
  if (recognizer.length === 0) {
    return undefined;
  }
  const command = await requireCommand(recognizer, 'tandem.speech.recognizer', search);
  return {
    platform: search.platform,
    cwd: homedir(),
    recorders: await findRecorders(recorder, search),
    recognizer: { ...command, input },
    values: async () => ({
      words: asksFor(recognizer, 'words') ? await hintWords() : '',
      locale,
      language: locale.replace(/-.*$/, '').toLowerCase(),
    }),
  };
}
