import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SpeechCommand } from '../command';
import { type CommandSearch, findCommand, requireCommand } from '../findCommand';
import { type RecorderName, recorderArguments, recorderNames } from './recorders';

/** `auto`, a recorder that Tandem knows, or a command that writes sound to stdout. */
export type RecorderSetting = 'auto' | RecorderName | readonly string[];

const settingName = 'tandem.speech.recorder';

/** Returns the recorders of this machine that Tandem knows, best first. */
export async function knownRecorders(search: CommandSearch): Promise<readonly SpeechCommand[]> {
  const found = await Promise.all(recorderNames.map(name => known(name, search)));
  return found.flat();
}

/**
 * Returns the recorders to try.
 * @throws UserError `speech.absent` or `speech.cannotRecord`, which name the setting
 */
export async function findRecorders(
  setting: RecorderSetting,
  search: CommandSearch,
): Promise<readonly SpeechCommand[]> {
  if (setting === 'auto') {
    return knownRecorders(search);
  }
  const argv = typeof setting === 'string' ? knownArgv(setting, search) : setting;
  return [await requireCommand(argv, settingName, search)];
}

/** @throws UserError `speech.cannotRecord` */
function knownArgv(name: RecorderName, { platform }: CommandSearch): readonly string[] {
  const args = recorderArguments(name, platform);
  if (!args) {
    throw new UserError(
      'speech.cannotRecord',
      l10n.t(
        'Tandem cannot record with {0} on this system. Choose another recorder in the setting {1}.',
        name,
        settingName,
      ),
    );
  }
  return [name, ...args];
}

async function known(name: RecorderName, search: CommandSearch): Promise<SpeechCommand[]> {
  const args = recorderArguments(name, search.platform);
  // A program that cannot be started is as good as absent.
  const command = args && (await findCommand([name, ...args], search).catch(() => undefined));
  return command ? [command] : [];
}
