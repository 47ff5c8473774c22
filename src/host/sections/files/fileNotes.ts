import * as l10n from '@vscode/l10n';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { Note } from './askCli';

/** Names the files that the CLI ignores, each with the line and the reason. */
export function fileNotes(files: readonly SettingsFile[]): readonly Note[] {
  return files.flatMap(({ path, exists, obstacle, broken, rejected }): Note[] => {
    const trouble = broken ?? rejected;
    if (trouble) {
      const { line, reason } = trouble;
      const text = l10n.t('Claude Code ignores {0}. {1} (line {2}).', path, reason, line);
      return [{ text, tone: 'bad', place: { path, line } }];
    }
    return !exists && obstacle !== undefined
      ? [{ text: l10n.t('{0} cannot be read. {1}.', path, obstacle), tone: 'bad' }]
      : [];
  });
}
