import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';

export function accountSection(_files: SettingsFiles): SectionSource {
  return { id: 'account', title: l10n.t('Account'), read: async () => ({ groups: [] }) };
}
