import { resolve } from 'node:path';
import type { SpeechCommand } from '../../../src/speech/command';

const programOf = (name: string) => resolve(import.meta.dirname, name);

/** Command of a recorder: see `pacedRecorder.mjs`. */
export function recorderCommand(...args: readonly string[]): string[] {
  return [process.execPath, programOf('pacedRecorder.mjs'), ...args];
}

/** Command of a recognizer: see `scriptedRecognizer.mjs`. */
export function recognizerCommand(...args: readonly string[]): string[] {
  return [process.execPath, programOf('scriptedRecognizer.mjs'), ...args];
}

export function asCommand(
  [command = '', ...args]: readonly string[],
  name: string,
  env: NodeJS.ProcessEnv = {},
): SpeechCommand {
  return { name, command, args, env: { ...process.env, ...env } };
}
