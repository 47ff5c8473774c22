import { type ServerResponse, STATUS_CODES } from 'node:http';

/** Answers of the gateway itself, in the form of the API, so that the CLI shows the message. */
const types = { 403: 'permission_error', 502: 'api_error', 504: 'timeout_error' } as const;

/** `403` is not tried again by the CLI, the others are. */
export type OwnStatus = keyof typeof types;

/** Answers with an error, unless an answer has begun: that one is cut, as the API's own was. */
export function answerError(answer: ServerResponse, status: OwnStatus, message: string): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  const body = JSON.stringify({ type: 'error', error: { type: types[status], message } });
  // Node has kept the words of an answer that it could not pass on.
  answer.writeHead(status, STATUS_CODES[status], {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  answer.end(body);
}
