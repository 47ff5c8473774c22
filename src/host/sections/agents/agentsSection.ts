import * as l10n from '@vscode/l10n';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionSource } from '../model/sectionSource';

export function agentsSection(_files: SettingsFiles): SectionSource {
  return { id: 'agents', title: l10n.t('Agents'), read: async () => ({ groups: [] }) };
}
