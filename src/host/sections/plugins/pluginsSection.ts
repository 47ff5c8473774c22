import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';

export function pluginsSection(_files: SettingsFiles): SectionSource {
  return { id: 'plugins', title: l10n.t('Plugins'), read: async () => ({ groups: [] }) };
}
