import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../base/json';
import type { ElicitationPrompt } from '../../contract/elicitation';
import type { PromptId } from '../../contract/ids';
import type { AgentHost } from '../../protocol/agentSource';
import type { Elicitation } from '../../protocol/control';
import { cutText } from './cutText';
import { readForm } from './readForm';
import { readPage } from './readPage';

/** Limits of a server's texts, in UTF-16 units. */
const longestMessage = 4_000;
const longestName = 200;

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
  return {
    kind: 'elicitation',
    id: randomUUID() as string as PromptId,
    server: cutText(request.mcp_server_name ?? '', longestName),
    message: cutText(request.message ?? '', longestMessage),
    request: isPage ? readPage(url ?? '') : readForm(schema, order),
  };
}
