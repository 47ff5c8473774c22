import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import type { ObserveExchange } from '../exchange';
import type { KeySource } from '../forward/credentials';
import type { ForwardLimits } from '../forward/limits';

/** Where the requests of one process go. */
export interface LeaseOptions {
  /** Address of the API, which no request can change. */
  readonly upstream: URL;
  /** Key that is put in; absent: the credentials of the client pass. */
  readonly key?: KeySource | undefined;
  readonly observe?: ObserveExchange | undefined;
  readonly limits?: Partial<ForwardLimits> | undefined;
  /** Called once, when the lease ends. */
  onEnded?(): void;
}

/**
 * Place of the nonce in a request. `key`: that of the API key, which is put in. `path`: the first
 * segment, so that the client's own credentials keep their place.
 */
export type NoncePlace = 'key' | 'path';

/** Right of one process to use the gateway. It ends with `dispose`, and so do its exchanges. */
export class Lease implements Disposable {
  /** The form is that of a key, so that logs and reports mask it. */
  readonly nonce = `sk-tandem-${randomBytes(32).toString('base64url')}`;
  readonly place: NoncePlace;
  /** Requests so far. */
  calls = 0;
  private readonly digest = digestOf(this.nonce);
  private readonly exchanges = new Set<Disposable>();
  private hasEnded = false;

  constructor(
    readonly options: LeaseOptions,
    private readonly onDisposed: (lease: Lease) => void,
  ) {
    this.place = options.key ? 'key' : 'path';
  }

  matches(digest: Buffer): boolean {
    return timingSafeEqual(this.digest, digest);
  }

  /** Adds an exchange that ends with the lease. @returns removes it again */
  own(exchange: Disposable): () => void {
    this.exchanges.add(exchange);
    return () => this.exchanges.delete(exchange);
  }

  dispose(): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    this.onDisposed(this);
    for (const exchange of [...this.exchanges]) {
      exchange.dispose();
    }
    this.options.onEnded?.();
  }
}

/** All leases of a gateway. */
export class Leases {
  private readonly all = new Set<Lease>();

  add(options: LeaseOptions): Lease {
    const lease = new Lease(options, () => this.all.delete(lease));
    this.all.add(lease);
    return lease;
  }

  /** Finds the lease of a nonce. Takes the same time whatever the text is. */
  find(place: NoncePlace, text: string): Lease | undefined {
    // Digests have the same length, and say nothing about how much of the text is right.
    const digest = digestOf(text);
    let found: Lease | undefined;
    for (const lease of this.all) {
      const isSame = lease.matches(digest);
      found = isSame && lease.place === place ? lease : found;
    }
    return found;
  }

  dispose(): void {
    for (const lease of [...this.all]) {
      lease.dispose();
    }
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
