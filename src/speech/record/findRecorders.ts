import type { SpeechCommand } from '../command';
import { type CommandSearch, findCommand, requireCommand } from '../findCommand';
import { type RecorderName, recorderArguments, recorderNames } from './recorders';

/** `auto`, a recorder that Tandem knows, or a command that writes sound to stdout. */
export type RecorderSetting = 'auto' | RecorderName | readonly string[];

/** Returns the recorders of this machine that Tandem knows, best first. */
export async function knownRecorders(search: CommandSearch): Promise<readonly SpeechCommand[]> {
  const found = await Promise.all(recorderNames.map(name => known(name, search)));
  return found.flat();
}

/**
 * Returns the recorders to try.
 * @throws UserError `speech.absent`
 */
export async function findRecorders(
  setting: RecorderSetting,
  search: CommandSearch,
): Promise<readonly SpeechCommand[]> {
  if (setting === 'auto') {
    return knownRecorders(search);
  }
  const argv =
    typeof setting === 'string'
      ? [setting, ...(recorderArguments(setting, search.platform) ?? [])]
      : setting;
  return [await requireCommand(argv, 'tandem.speech.recorder', search)];
}

async function known(name: RecorderName, search: CommandSearch): Promise<SpeechCommand[]> {
  const args = recorderArguments(name, search.platform);
  // A program that cannot be started is as good as absent.
  const command = args && (await findCommand([name, ...args], search).catch(() => undefined));
  return command ? [command] : [];
}
