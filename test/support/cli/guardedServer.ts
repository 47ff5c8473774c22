import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const token = 'scripted-token';

/** MCP server over HTTP that wants its users to sign in (OAuth), and its own sign-in server. */
export interface GuardedServer {
  /** Address of the MCP server. */
  readonly url: string;
  /** Does what a browser does after the user has signed in. Returns the address it is sent to. */
  callback(authorizeUrl: string): string;
  close(): Promise<void>;
}

export async function guardedServer(): Promise<GuardedServer> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: object, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      send(200, { resource: `${origin()}/mcp`, authorization_servers: [origin()] });
    } else if (path.startsWith('/.well-known/oauth-authorization-server')) {
      send(200, metadata(origin()));
    } else if (path === '/register') {
      send(201, { ...((await json(request)) as object), client_id: 'client' });
    } else if (path === '/token') {
      send(200, { access_token: token, token_type: 'Bearer', expires_in: 3_600 });
    } else if (path !== '/mcp' || request.method !== 'POST') {
      send(path === '/mcp' ? 405 : 404, {});
    } else if (request.headers.authorization !== `Bearer ${token}`) {
      const metadataUrl = `${origin()}/.well-known/oauth-protected-resource/mcp`;
      send(401, {}, { 'WWW-Authenticate': `Bearer resource_metadata="${metadataUrl}"` });
    } else {
      const message = (await json(request)) as McpRequest;
      if (message.id === undefined) {
        response.writeHead(202).end();
      } else {
        send(200, { jsonrpc: '2.0', id: message.id, result: result(message) });
      }
    }
  }

  return {
    url: `${origin()}/mcp`,
    callback: authorizeUrl => {
      const { searchParams } = new URL(authorizeUrl);
      const target = new URL(searchParams.get('redirect_uri') ?? '');
      target.searchParams.set('code', 'scripted-code');
      target.searchParams.set('state', searchParams.get('state') ?? '');
      return target.toString();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface McpRequest {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

function result({ method, params }: McpRequest): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1' },
      };
    case 'tools/list':
      return { tools: [{ name: 'open_door', inputSchema: { type: 'object' } }] };
    default:
      return {};
  }
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  };
}
