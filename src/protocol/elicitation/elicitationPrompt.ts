import type { ElicitationPrompt } from '../../contract/elicitation';
import type { PromptId } from '../../contract/ids';
import { cutText } from './cutText';
import { readForm } from './readForm';
import { readPage } from './readPage';

/** Limits of a server's texts, in UTF-16 units. */
const longestMessage = 4_000;
const longestName = 200;

/** Request for input as its wire has it; all texts are the server's. */
interface WireRequest {
  readonly id: PromptId;
  readonly server: string;
  readonly message: string;
  readonly body:
    | { readonly mode: 'page'; readonly url: string }
    | { readonly mode: 'form'; readonly schema: unknown; readonly order?: readonly string[] };
}

export function elicitationPrompt({ id, server, message, body }: WireRequest): ElicitationPrompt {
  return {
    kind: 'elicitation',
    id,
    server: cutText(server, longestName),
    message: cutText(message, longestMessage),
    request: body.mode === 'page' ? readPage(body.url) : readForm(body.schema, body.order),
  };
}
