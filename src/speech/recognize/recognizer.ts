/** How a recognizer gets the sound. */
export type RecognizerInput =
  /** A WAV file, once the recording is over: by `${file}` in an argument, else on stdin. */
  | 'wav'
  /** Raw sound on stdin, while the user speaks. */
  | 'pcm';

/** Values that arguments of a recognizer may contain as `${name}`. */
export interface RecognizerValues {
  /** Full path of the WAV file. */
  readonly file?: string;
  /** Language without its region, such as `en`. */
  readonly language: string;
  /** Language as the user has set it, such as `en-US`. */
  readonly locale: string;
  /** Names of files and symbols, which the user may say. */
  readonly words: string;
}

const placeholder = /\$\{(file|language|locale|words)\}/g;

/** Puts values into arguments; each stays one argument. */
export function filledIn(args: readonly string[], values: RecognizerValues): string[] {
  return args.map(argument =>
    argument.replaceAll(
      placeholder,
      (match, name: keyof RecognizerValues) => values[name] ?? match,
    ),
  );
}

/** Returns what stands for a value in an argument. */
export function placeholderOf(name: keyof RecognizerValues): string {
  return `\${${name}}`;
}

/** Returns whether an argument asks for this value. */
export function asksFor(args: readonly string[], name: keyof RecognizerValues): boolean {
  return args.some(argument => argument.includes(placeholderOf(name)));
}
