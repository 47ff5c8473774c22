import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { LaunchSettings } from './launchSettings';
import { layerOf, withReadLayer } from './sessionRules';

/** Variables of one process. */
export interface ProcessVariables {
  readonly env: Record<string, string>;
  /** Those that no settings file may change. */
  readonly pinned: Readonly<Record<string, string>>;
  /** Address of the API that a gateway at the pinned address leads to. */
  readonly upstream?: string | undefined;
  /** Right that ends with the process, such as that to use the gateway. */
  readonly lease?: Disposable | undefined;
  /** Warnings for the user, shown once the process is up. */
  readonly notices?: readonly string[] | undefined;
}

/**
 * Adds variables to the command line's settings layer. The CLI sets the `env` of its settings files
 * over the variables of its process: a file of the folder could else redirect a key.
 * @param read returns the text of the file that the user has named as the layer
 * @throws UserError `settings.layer` if nothing can be added to that file
 * @see https://code.claude.com/docs/en/settings
 */
export async function withPinned(
  settings: LaunchSettings,
  variables: Readonly<Record<string, string>>,
  cwd: string,
  read: (path: string) => Promise<string>,
): Promise<LaunchSettings> {
  if (Object.keys(variables).length === 0) {
    return settings;
  }
  const readable = await withReadLayer(settings, cwd, read);
  const layer = layerOf(readable['tandem.cli.settings']);
  if (!layer) {
    throw new UserError(
      'settings.layer',
      l10n.t(
        'The profile of this folder cannot be used with the file in {0}: put its content into your Claude Code settings.',
        'tandem.cli.settings',
      ),
    );
  }
  const env = isObject(layer.env) ? layer.env : {};
  return { ...readable, 'tandem.cli.settings': { ...layer, env: { ...env, ...variables } } };
}
