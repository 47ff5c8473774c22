import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';

export function skillsSection(_files: SettingsFiles): SectionSource {
  return { id: 'skills', title: l10n.t('Skills and commands'), read: async () => ({ groups: [] }) };
}
