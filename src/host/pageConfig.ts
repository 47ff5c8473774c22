import type { PageConfig } from '../contract/calls';
import type { SettingsReader } from './settings';

/** What the API takes: 5 MB an image, 100 images a request, of which we allow a handful. */
const imageLimits = { bytes: 5 * 1024 * 1024, count: 20 } as const;

export function pageConfig(settings: SettingsReader): PageConfig {
  return {
    agentTitle: 'Claude',
    platform: process.platform === 'darwin' ? 'mac' : 'other',
    whileWorking: settings.get('tandem.queue.whileWorking'),
    imageLimits,
  };
}
