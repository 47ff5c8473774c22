import * as l10n from '@vscode/l10n';
import type { ModelChoice } from '../events';

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

/**
 * Names the model that really answers, such as "Opus 5.5" for "Default", as far as its id or its
 * description tells. Otherwise as `modelLabel`.
 */
export function runningModelLabel(models: readonly ModelChoice[], value: string): string {
  const model = findModel(models, value);
  const label = modelLabel(models, value);
  const [, family = '', major = '', minor] =
    /^claude-([a-z]+)-(\d+)(?:-(\d\d?))?(?!\d)/.exec(model?.resolved ?? value) ?? [];
  const described = /\(currently ([^)]+)\)/.exec(model?.description ?? '')?.[1];
  const version = minor === undefined ? major : `${major}.${minor}`;
  const named = family && `${family.slice(0, 1).toUpperCase()}${family.slice(1)} ${version}`;
  // A long context is a part of the label only.
  return label.includes('(') ? label : named || described || label;
}
