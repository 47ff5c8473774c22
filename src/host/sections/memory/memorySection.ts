import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';

export function memorySection(_files: SettingsFiles): SectionSource {
  return { id: 'memory', title: l10n.t('Memory'), read: async () => ({ groups: [] }) };
}
