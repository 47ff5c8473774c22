import { placeholderOf, type RecognizerInput } from './recognizer';

type PresetId = 'whisper' | 'vosk' | 'pocketsphinx' | 'pocketsphinxContinuous';

/** Recognizer that Tandem knows how to run. */
export interface Preset {
  readonly id: PresetId;
  /** Name of the project. */
  readonly title: string;
  /** Program to look for. */
  readonly program: string;
  readonly input: RecognizerInput;
  /** File or folder that the user chooses in addition. */
  readonly model?: 'file' | 'folder';
  /** Returns the value of `tandem.speech.recognizer`. */
  argv(model: string): readonly string[];
  /** Command that installs it, by platform; absent where there is none in one line. */
  readonly install: Partial<Readonly<Record<NodeJS.Platform, string>>>;
}

/** Recognizers, those that make the fewest mistakes first. */
export const presets: readonly Preset[] = [
  {
    id: 'whisper',
    title: 'whisper.cpp',
    program: 'whisper-cli',
    input: 'wav',
    model: 'file',
    argv: model => [
      ...['whisper-cli', '--model', model, '--language', placeholderOf('language')],
      ...['--prompt', placeholderOf('words'), '--no-timestamps', '--no-prints'],
      ...['--file', placeholderOf('file')],
    ],
    install: { darwin: 'brew install whisper-cpp', linux: 'brew install whisper-cpp' },
  },
  {
    id: 'vosk',
    title: 'Vosk',
    program: 'vosk-transcriber',
    input: 'wav',
    model: 'folder',
    argv: model => [
      ...['vosk-transcriber', '--model', model, '--log-level', 'warning'],
      ...['--input', placeholderOf('file')],
    ],
    install: {
      darwin: 'pipx install vosk',
      linux: 'pipx install vosk',
      win32: 'pipx install vosk',
    },
  },
  {
    id: 'pocketsphinx',
    title: 'PocketSphinx 5',
    program: 'pocketsphinx',
    input: 'pcm',
    argv: () => ['pocketsphinx', 'live', '-'],
    install: {},
  },
  {
    id: 'pocketsphinxContinuous',
    title: 'PocketSphinx',
    program: 'pocketsphinx_continuous',
    input: 'pcm',
    // The program opens a file, and cannot open the socket that Node gives a program as stdin.
    argv: () => [
      ...['sh', '-c'],
      'cat | exec pocketsphinx_continuous -infile /dev/stdin -logfn /dev/null',
    ],
    install: { linux: 'sudo apt install pocketsphinx pocketsphinx-en-us' },
  },
];

/** Returns the command that installs a recorder. */
export function recorderInstall(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'brew install sox';
    case 'win32':
      return 'winget install --id ChrisBagwell.SoX';
    default:
      return 'sudo apt install alsa-utils';
  }
}
