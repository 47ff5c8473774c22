import { agentName } from '../../src/contract/labels/agentNames';
import type { PageState } from './pageState';

/** Returns the name of who answers in the conversation. */
export function agentTitleOf({ config, conversation }: PageState): string {
  const { foreign } = conversation.summary.choices;
  return foreign ? agentName({ foreign }) : config.agentTitle;
}
