import type { IncomingHttpHeaders } from 'node:http';
import type { Disposable } from '../../base/disposable';
import { toDisposable } from '../../base/disposable';
import { PieceTimes } from '../../base/pieceTimes';
import type { ExchangeRequest } from '../exchange';
import { inCharacters } from './inCharacters';

/** Texts of a call, as they went over the wire, decoded, with their heads. */
export interface CallBody {
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly request: string;
  /** Absent if no answer came. */
  readonly status?: number;
  readonly responseHeaders: IncomingHttpHeaders;
  readonly response: string;
  /** When the pieces of the answer came: characters, and milliseconds from the start. */
  readonly times: readonly (readonly [offset: number, ms: number])[];
  /** True if a part is missing, because it was too large. */
  readonly isRequestCut: boolean;
  readonly isResponseCut: boolean;
}

interface KeptPart {
  readonly chunks: Buffer[];
  size: number;
  isCut: boolean;
}

interface Kept {
  readonly exchange: ExchangeRequest;
  readonly request: KeptPart;
  readonly response: KeptPart;
  readonly times: PieceTimes;
  head?: { readonly status: number; readonly headers: IncomingHttpHeaders };
}

export interface BodyLimits {
  /** Bytes of one request, and of one answer. */
  readonly part: number;
  /** Bytes of all calls; the oldest go first. */
  readonly all: number;
}

const defaultLimits: BodyLimits = { part: 8 * 1024 * 1024, all: 32 * 1024 * 1024 };

/** Bodies of calls, kept only while someone wants them and only of calls that begin meanwhile. */
export class CallBodies {
  private readonly bodies = new Map<number, Kept>();
  private holders = 0;
  private size = 0;

  constructor(private readonly limits: BodyLimits = defaultLimits) {}

  /** Bodies are kept until the last holder has let go. */
  want(): Disposable {
    this.holders += 1;
    return toDisposable(() => {
      this.holders -= 1;
      if (this.holders === 0) {
        this.clear();
      }
    });
  }

  begin(exchange: ExchangeRequest): void {
    if (this.holders > 0) {
      const part = () => ({ chunks: [], size: 0, isCut: false });
      this.bodies.set(exchange.id, {
        ...{ exchange, request: part(), response: part() },
        times: new PieceTimes(),
      });
    }
  }

  respond(id: number, status: number, headers: IncomingHttpHeaders): void {
    const body = this.bodies.get(id);
    if (body) {
      body.head = { status, headers };
    }
  }

  /** @param at time of a piece of the answer */
  add(id: number, name: 'request' | 'response', chunk: Buffer, at?: number): void {
    const body = this.bodies.get(id);
    const part = body?.[name];
    if (!body || !part || part.isCut) {
      return;
    }
    if (at !== undefined) {
      body.times.add(part.size, at - body.exchange.at);
    }
    const room = this.limits.part - part.size;
    // The chunk belongs to a larger buffer, which must not stay alive with it.
    const kept = Buffer.from(chunk.subarray(0, room));
    part.isCut = chunk.length > room;
    part.chunks.push(kept);
    part.size += kept.length;
    this.size += kept.length;
    for (const oldest of this.bodies.keys()) {
      if (this.size <= this.limits.all) {
        return;
      }
      this.remove(oldest);
    }
  }

  /** Notes that the rest of an answer could not be decoded. */
  lose(id: number): void {
    const body = this.bodies.get(id);
    if (body) {
      body.response.isCut = true;
    }
  }

  get(id: number): CallBody | undefined {
    const body = this.bodies.get(id);
    if (!body) {
      return undefined;
    }
    const { exchange, request, response, times, head } = body;
    const answer = Buffer.concat(response.chunks);
    return {
      path: exchange.path,
      requestHeaders: exchange.headers,
      request: textOf(Buffer.concat(request.chunks), request.isCut),
      ...(head ? { status: head.status } : {}),
      responseHeaders: head?.headers ?? {},
      response: textOf(answer, response.isCut),
      times: inCharacters(times.list, answer),
      isRequestCut: request.isCut,
      isResponseCut: response.isCut,
    };
  }

  /** Gives a call's bodies away: their memory is free afterwards. */
  take(id: number): CallBody | undefined {
    const body = this.get(id);
    this.remove(id);
    return body;
  }

  clear(): void {
    this.bodies.clear();
    this.size = 0;
  }

  private remove(id: number): void {
    const body = this.bodies.get(id);
    if (body) {
      this.bodies.delete(id);
      this.size -= body.request.size + body.response.size;
    }
  }
}

/** The limit may have cut a character in two, half of which would be read as another one. */
function textOf(bytes: Buffer, isCut: boolean): string {
  const text = bytes.toString('utf8');
  return isCut ? text.replace(/\uFFFD+$/, '') : text;
}
