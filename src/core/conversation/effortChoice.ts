import type { ModelChoice } from '../../contract/choices';
import type { Effort } from '../../contract/content';
import { findModel } from '../../contract/labels/modelLabel';
import type { Picks } from '../../protocol/agentLauncher';

/** Name under which a model's effort is kept: its full id, so that aliases share it. */
export function modelKey(model: string, models: readonly ModelChoice[]): string {
  return findModel(models, model)?.resolved ?? model;
}

/** Returns the effort that the user has picked for a model. */
export function effortFor(
  { efforts = {}, effort }: Pick<Picks, 'efforts' | 'effort'>,
  model: string,
  models: readonly ModelChoice[],
): Effort | undefined {
  return efforts[modelKey(model, models)] ?? efforts[model] ?? effort;
}

/**
 * Returns the picks with this effort for one model. Records of earlier versions have one effort for
 * all models, which ends here.
 * @param picked null leaves the effort to the settings and the model
 */
export function withEffort(
  { efforts = {}, effort: _, ...others }: Picks,
  picked: Effort | null,
  model: string,
  models: readonly ModelChoice[],
): Picks {
  const names = new Set([modelKey(model, models), model]);
  const kept = Object.entries(efforts).filter(([name]) => !names.has(name));
  const own = picked === null ? [] : [[modelKey(model, models), picked] as const];
  return { ...others, efforts: Object.fromEntries([...kept, ...own]) };
}
