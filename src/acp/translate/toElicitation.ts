import type { PromptId } from '../../contract/ids';
import type { ElicitationRequest } from '../../protocol/agentSource';

/**
 * Reads the params of elicitation/create.
 * @param asker name of the agent or server that asks
 * @returns `undefined` for a mode that is neither a form nor a page
 */
export function toElicitation(
  _params: unknown,
  _promptId: PromptId,
  _asker: string,
): ElicitationRequest | undefined {
  return undefined;
}
