import type { Disposable } from '../../base/disposable';
import { toDisposable } from '../../base/disposable';

/** Texts of a call, as they went over the wire, decoded. */
export interface CallBody {
  readonly request: string;
  readonly response: string;
  /** True if a part is missing, because it was too large. */
  readonly isCut: boolean;
}

interface Kept {
  request: Buffer[];
  response: Buffer[];
  size: number;
  isCut: boolean;
}

export interface BodyLimits {
  /** Bytes of one call. */
  readonly call: number;
  /** Bytes of all calls; the oldest go first. */
  readonly all: number;
}

const defaultLimits: BodyLimits = { call: 8 * 1024 * 1024, all: 32 * 1024 * 1024 };

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

  begin(id: number): void {
    if (this.holders > 0) {
      this.bodies.set(id, { request: [], response: [], size: 0, isCut: false });
    }
  }

  add(id: number, part: 'request' | 'response', chunk: Buffer): void {
    const body = this.bodies.get(id);
    if (!body) {
      return;
    }
    if (body.size + chunk.length > this.limits.call) {
      body.isCut = true;
      return;
    }
    // The chunk belongs to a larger buffer, which must not stay alive with it.
    body[part].push(Buffer.from(chunk));
    body.size += chunk.length;
    this.size += chunk.length;
    for (const [oldest, { size }] of this.bodies) {
      if (this.size <= this.limits.all) {
        return;
      }
      this.bodies.delete(oldest);
      this.size -= size;
    }
  }

  get(id: number): CallBody | undefined {
    const body = this.bodies.get(id);
    return (
      body && {
        request: Buffer.concat(body.request).toString('utf8'),
        response: Buffer.concat(body.response).toString('utf8'),
        isCut: body.isCut,
      }
    );
  }

  clear(): void {
    this.bodies.clear();
    this.size = 0;
  }
}
