// Program of its own: an MCP server on stdio for agents that know no other kind. It passes each
// message to the bridge of the editor's window, and its answers back.
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { tokenVariable, urlVariable } from './relayVariables';

const { [urlVariable]: url = '', [tokenVariable]: token = '' } = process.env;
let session = '';

createInterface({ input: process.stdin }).on('line', line => {
  if (line.trim() !== '') {
    pass(line);
  }
});
// The process ends with its input once all answers are out.

function pass(line: string): void {
  const id = idOf(line);
  const fail = (why: string) => {
    if (id !== undefined) {
      send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: why } }));
    }
  };
  try {
    const post = request(url, { method: 'POST', headers: headersOf(line) }, answer => {
      const chunks: Buffer[] = [];
      session = String(answer.headers['mcp-session-id'] ?? session);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', error => fail(error.message));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode === 200) {
          send(text);
        } else if (answer.statusCode !== 202) {
          fail(`The editor does not offer its tools to this process (${answer.statusCode}).`);
        }
      });
    });
    post.on('error', error => fail(`The editor cannot be reached: ${error.message}`));
    post.end(line);
  } catch (error) {
    fail(`The editor cannot be reached: ${String(error)}`);
  }
}

function headersOf(line: string) {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(line),
    accept: 'application/json',
    ...(session === '' ? {} : { 'mcp-session-id': session }),
  };
}

/** Returns the id of a request; undefined for other messages. */
function idOf(line: string): string | number | undefined {
  try {
    const { id, method } = JSON.parse(line);
    const isRequest = typeof method === 'string';
    return isRequest && (typeof id === 'string' || typeof id === 'number') ? id : undefined;
  } catch {
    // The bridge explains what is wrong with it.
    return undefined;
  }
}

function send(text: string): void {
  process.stdout.write(`${text}\n`);
}
