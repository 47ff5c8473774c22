import { homedir } from 'node:os';
import { currentReadRules, type PatternRules } from '../../cli/permissions/readRules';
import { managedFolder, SettingsLayers } from '../../cli/permissions/settingsLayers';
import { configFolder } from '../../cli/sessions/sessionFolder';
import { environmentChanges, mergeEnvironment, readVariable } from '../../node/environment';
import type { SettingsReader } from '../settings';

/**
 * Reads the settings of CLIs. Those in terminals and those of Tandem may have different configuration
 * folders; the rules of all of them hold.
 * @param located configuration folder of the CLI that this window has found
 */
export function settingsLayersOf(
  settings: Pick<SettingsReader, 'get'>,
  located?: () => string,
): { readonly layers: SettingsLayers; home(): string } {
  const { platform } = process;
  const environments = () => {
    const changes = environmentChanges(settings.get('tandem.cli.env'));
    return [process.env, mergeEnvironment(process.env, changes, platform)];
  };
  const layers = new SettingsLayers({
    configFolders: () => {
      const found = [
        ...environments().map(env => configFolder(env)),
        ...(located ? [located()] : []),
      ];
      return [...new Set(found)];
    },
    managed: managedFolder(platform),
    launch: () => ({
      'tandem.cli.settings': settings.get('tandem.cli.settings'),
      'tandem.permissions.disallowedTools': settings.get('tandem.permissions.disallowedTools'),
    }),
  });
  const home = () => {
    const [, own = {}] = environments();
    return readVariable(own, platform === 'win32' ? 'USERPROFILE' : 'HOME', platform) || homedir();
  };
  return { layers, home };
}

/** Finds the user's `Read` deny rules; see `settingsLayersOf`. */
export function readRulesOf(
  ...sources: Parameters<typeof settingsLayersOf>
): (cwds: readonly string[], others?: readonly string[]) => PatternRules {
  const { platform } = process;
  const { layers, home } = settingsLayersOf(...sources);
  return (cwds, others) => currentReadRules({ layers, home, platform }, cwds, others);
}
