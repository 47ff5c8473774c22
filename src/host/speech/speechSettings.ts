import type { RecognizerInput } from '../../speech/recognize/recognizer';
import type { RecorderSetting } from '../../speech/record/findRecorders';
import { recorderNames } from '../../speech/record/recorders';
import type { SettingsReader } from '../settings';

export interface SpeechSettings {
  readonly recorder: RecorderSetting;
  /** Empty: none is set up. */
  readonly recognizer: readonly string[];
  readonly input: RecognizerInput;
  /** Language as in `en-US`. */
  readonly locale: string;
}

interface Languages {
  /** Value of `accessibility.voice.speechLanguage`. */
  readonly voice: unknown;
  /** Language of the editor. */
  readonly editor: string;
}

/** Reads the settings; the editor does not check what the user has written. */
export function speechSettings(
  settings: Pick<SettingsReader, 'get'>,
  { voice, editor }: Languages,
): SpeechSettings {
  const language = settings.get('tandem.speech.language');
  const locale = [language, voice, editor].find(isLanguage);
  return {
    recorder: asRecorder(settings.get('tandem.speech.recorder')),
    recognizer: asArgv(settings.get('tandem.speech.recognizer')),
    input: settings.get('tandem.speech.recognizerInput') === 'pcm' ? 'pcm' : 'wav',
    locale: locale ?? 'en',
  };
}

function asRecorder(value: unknown): RecorderSetting {
  const argv = asArgv(value);
  return argv.length > 0 ? argv : (recorderNames.find(name => name === value) ?? 'auto');
}

function asArgv(value: unknown): readonly string[] {
  const isArgv =
    Array.isArray(value) && value.every(one => typeof one === 'string' && !one.includes('\0'));
  return isArgv ? value : [];
}

/** `auto` is none; the form keeps options out of the recognizer's arguments. */
function isLanguage(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/i.test(value) &&
    value !== 'auto'
  );
}
