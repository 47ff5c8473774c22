import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../base/json';
import type { ElicitationPrompt } from '../../contract/elicitation';
import type { PromptId } from '../../contract/ids';
import type { AgentHost } from '../../protocol/agentSource';
import type { Elicitation } from '../../protocol/control';
import { elicitationPrompt } from '../../protocol/elicitation/elicitationPrompt';

/** Passes the request of an MCP server for input to the host; resolves with the user's answer. */
export async function elicit(
  request: Elicitation,
  host: Pick<AgentHost, 'elicit'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { elicitation_id: pageId } = request;
  const prompt = toPrompt(request);
  const answer = await host.elicit({ prompt, ...(pageId ? { pageId } : {}) }, signal);
  return { ...answer };
}

function toPrompt(request: Elicitation): ElicitationPrompt {
  const { mode, url, requested_schema: schema, property_order: order } = request;
  const isPage = mode === 'url' || (mode === undefined && url !== undefined);
  return elicitationPrompt({
    id: randomUUID() as string as PromptId,
    server: request.mcp_server_name ?? '',
    message: request.message ?? '',
    body: isPage
      ? { mode: 'page', url: url ?? '' }
      : { mode: 'form', schema, ...(order ? { order } : {}) },
  });
}
