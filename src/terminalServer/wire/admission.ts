import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { tokenHeader } from '../../protocol/ideNames';
import type { IdeAddress } from '../editor/connection';

export interface Refusal {
  readonly status: 400 | 401 | 403 | 429;
  readonly reason: string;
}

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
} as const;

/** Decides from the upgrade request alone whether a client may connect. */
export class Admission {
  private readonly hosts: ReadonlySet<string>;
  private readonly expected: Buffer;

  constructor({ port, token }: IdeAddress) {
    this.hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    this.expected = digest(token);
  }

  /** @returns undefined if the request is allowed */
  refusalOf({ headers }: IncomingMessage): Refusal | undefined {
    // Browsers always send the origin of a page; the CLI sends none.
    if (headers.origin !== undefined) {
      return { status: 403, reason: 'It comes from a browser.' };
    }
    // DNS rebinding can make another name lead here.
    if (!this.hosts.has(headers.host ?? '')) {
      return { status: 403, reason: 'It asks for another host.' };
    }
    const token = headers[tokenHeader];
    // Digests have the same length, whatever was sent.
    if (typeof token !== 'string' || !timingSafeEqual(digest(token), this.expected)) {
      return { status: 401, reason: token ? 'Its token is wrong.' : 'It has no token.' };
    }
    const protocols = (headers['sec-websocket-protocol'] ?? '').split(',');
    if (!protocols.some(one => one.trim() === 'mcp')) {
      return { status: 400, reason: 'It does not speak MCP.' };
    }
    return undefined;
  }
}

/** Answers an upgrade request with an error, and closes the socket. */
export function refuse(socket: Duplex, status: Refusal['status']): void {
  const lines = [`HTTP/1.1 ${status} ${reasons[status]}`, 'Connection: close', 'Content-Length: 0'];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
