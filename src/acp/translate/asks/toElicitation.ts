import * as z from '../../../base/schema';
import type { PromptId } from '../../../contract/ids';
import type { ElicitationRequest } from '../../../protocol/agentSource';
import { elicitationPrompt } from '../../../protocol/elicitation/elicitationPrompt';
import { text } from '../../../protocol/lenient';
import { boundedText, oneLine } from '../text/foreignText';

const requestSchema = z.object({
  message: text,
  mode: text,
  requestedSchema: z.optional(z.unknown()),
  elicitationId: text,
  url: text,
});

/**
 * Reads the params of elicitation/create.
 * @param asker name of the agent or server that asks
 * @returns `undefined` for a mode that is neither a form nor a page
 */
export function toElicitation(
  params: unknown,
  promptId: PromptId,
  asker: string,
): ElicitationRequest | undefined {
  const { data } = requestSchema.safeParse(params);
  if (!data) {
    return undefined;
  }
  const { message = '', mode, requestedSchema: schema, elicitationId: pageId, url } = data;
  const base = { id: promptId, server: oneLine(asker), message: boundedText(message) };
  if (mode === 'form' || (mode === undefined && schema !== undefined)) {
    return { prompt: elicitationPrompt({ ...base, body: { mode: 'form', schema } }) };
  }
  if (url === undefined || (mode !== undefined && mode !== 'url')) {
    return undefined;
  }
  const prompt = elicitationPrompt({ ...base, body: { mode: 'page', url } });
  return { prompt, ...(pageId ? { pageId } : {}) };
}
