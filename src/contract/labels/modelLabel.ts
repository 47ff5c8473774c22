import * as l10n from '@vscode/l10n';
import type { ModelChoice } from '../choices';

/** Finds a model by value or full id: the agent may report the id behind the requested alias. */
export function findModel(models: readonly ModelChoice[], value: string): ModelChoice | undefined {
  return (
    models.find(model => model.value === value) ?? models.find(model => model.resolved === value)
  );
}

/** Names a model in short, also while a starting agent has not yet told which ones it offers. */
export function modelLabel(models: readonly ModelChoice[], value: string): string {
  const offered = findModel(models, value)?.label.replace(/ \(recommended\)$/i, '');
  return offered ?? (value === 'default' ? l10n.t('Default') : value);
}

const modelId = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{6,})?$/;

/** Names the model behind an id, as in "Opus 5.5" for `claude-opus-5-5`; undefined for others. */
export function modelName(id: string): string | undefined {
  const [, family, major, minor] = modelId.exec(id) ?? [];
  return family && major
    ? `${family[0]?.toUpperCase()}${family.slice(1)} ${major}${minor ? `.${minor}` : ''}`
    : undefined;
}
