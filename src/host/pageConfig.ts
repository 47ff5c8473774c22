import type { PageConfig } from '../contract/calls';
import type { SettingsReader } from './settings';

/** What the API takes: 5 MB an image, 100 images a request, of which we allow a handful. */
const imageLimits = { bytes: 5 * 1024 * 1024, count: 20 } as const;

/** Name of the agent, for people. */
export const agentTitle = 'Claude';

export function pageConfig(settings: SettingsReader): PageConfig {
  return {
    agentTitle,
    platform: process.platform === 'darwin' ? 'mac' : 'other',
    whileWorking: settings.get('tandem.queue.whileWorking'),
    imageLimits,
  };
}
