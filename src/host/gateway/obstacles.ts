import * as l10n from '@vscode/l10n';
import type { FileVariables } from '../../cli/permissions/fileVariables';
import { isCustomBaseUrl } from '../../cli/permissions/modePolicy';
import { usesCloud } from '../account/profileRoute';
import type { Profile } from '../account/profileSchema';

/**
 * Reason why requests of a folder cannot pass the gateway. `elsewhere`: something that is no profile
 * sends them to another address, which the gateway must not take from there.
 */
export type Obstacle = 'cloud' | 'organization' | 'elsewhere' | 'layer' | 'excluded' | 'failed';

type Variables = Readonly<Record<string, string>>;

/** Returns what speaks against the gateway, or undefined. */
export function obstacleOf(
  profile: Profile | undefined,
  env: Variables,
  files: FileVariables,
): Obstacle | undefined {
  const { organization, others, canPin } = files;
  // A profile outranks all files but those of an organization.
  const own = profile ? profile.env : { ...env, ...others };
  if (usesCloud({ ...own, ...organization })) {
    return 'cloud';
  }
  if (organization.ANTHROPIC_BASE_URL) {
    return 'organization';
  }
  if (!profile && isCustomBaseUrl(own.ANTHROPIC_BASE_URL)) {
    return 'elsewhere';
  }
  return canPin ? undefined : 'layer';
}

/** Says why model calls are not observed. */
export function obstacleText(obstacle: Obstacle): string {
  switch (obstacle) {
    case 'cloud':
      return l10n.t('A cloud provider answers: Claude Code talks to it directly.');
    case 'organization':
      return l10n.t("Your organization's settings name the address of the API.");
    case 'elsewhere':
      return l10n.t(
        'A settings file or your environment names the address of the API. Make a profile with this address to observe it.',
      );
    case 'layer':
      return l10n.t('The file in {0} cannot be added to.', 'tandem.cli.settings');
    case 'excluded':
      return l10n.t('The profile of its folder is never observed.');
    case 'failed':
      return l10n.t('The gateway has failed. New conversations are observed again.');
  }
}
