import type { AgentFeature, Choices } from './choices';

/** Returns whether the agent has no such feature; what is lacking is not offered. */
export function lacks({ foreign }: Pick<Choices, 'foreign'>, feature: AgentFeature): boolean {
  return foreign?.lacks.includes(feature) ?? false;
}
