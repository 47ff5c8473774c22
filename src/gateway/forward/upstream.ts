import {
  Agent,
  type ClientRequest,
  type OutgoingHttpHeaders,
  request as openHttp,
} from 'node:http';
import { request as openHttps, Agent as SecureAgent } from 'node:https';
import { urlToHttpOptions } from 'node:url';

/** Milliseconds that an unused connection is kept. Fewer than servers and proxies usually do. */
const keptFor = 15_000;

/** Connections to the API. Without agents of its own it takes those of Node, or of the editor. */
export interface Agents {
  readonly http: Agent;
  readonly https: SecureAgent;
}

export function ownAgents(): Agents {
  const options = { keepAlive: true, scheduling: 'lifo', timeout: keptFor } as const;
  return { http: new Agent(options), https: new SecureAgent(options) };
}

export interface UpstreamRequest {
  readonly upstream: URL;
  readonly method: string;
  /** Path and query below the path of the address. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/** Opens a request. `node:http` is asked at that moment: the editor has put its proxies into it. */
export function openUpstream(
  { upstream, method, path, headers }: UpstreamRequest,
  agents: Agents | undefined,
): ClientRequest {
  const isSecure = upstream.protocol === 'https:';
  const agent = isSecure ? agents?.https : agents?.http;
  const { protocol, hostname, port } = urlToHttpOptions(upstream);
  const options = {
    ...{ protocol, hostname, port, method, headers, path: below(upstream, path) },
    ...(agent ? { agent } : {}),
  };
  const request = isSecure ? openHttps(options) : openHttp(options);
  request.setNoDelay(true);
  return request;
}

function below({ pathname }: URL, path: string): string {
  const whole = `${pathname.replace(/\/+$/, '')}${path}`;
  return whole.startsWith('/') ? whole : `/${whole}`;
}
