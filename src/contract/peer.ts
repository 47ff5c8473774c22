import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import { messageOf } from '../base/errors';
import { isObject } from '../base/json';

// Calls are functions of one parameter; a table of them types names, parameters and results.
type Functions<T> = { [K in keyof T]: (params: never) => unknown };
type Params<F> = F extends (params: infer P) => unknown ? P : never;
type Result<F> = F extends (params: never) => infer R ? R : never;

type Pending = Pick<Deferred<unknown>, 'resolve' | 'reject'>;

type Take<F> = (result: Awaited<Result<F>>) => void;

export type Handlers<Calls extends Functions<Calls>> = {
  [K in keyof Calls]: (params: Params<Calls[K]>) => Result<Calls[K]> | Promise<Result<Calls[K]>>;
};

export type Listeners<Events> = { [K in keyof Events]?: (event: Events[K]) => void };

type Message =
  | { kind: 'call'; id: number; method: string; params: unknown }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'failure'; id: number; error: { code: string; message: string } }
  | { kind: 'event'; name: string; event: unknown };

/** Error that the other end answered with: `code` is stable, `message` is for the user. */
class PeerError extends Error {
  override readonly name = 'PeerError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * End of the wire between host and page, over any pair of post and receive. `Theirs` are the calls
 * that the other end answers; dispose rejects pending calls.
 */
export class Peer<
  Theirs extends Functions<Theirs>,
  TheirEvents,
  Mine extends Functions<Mine>,
  MyEvents,
> implements Disposable
{
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private disposed = false;

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly handlers: Handlers<Mine>,
    private readonly listeners: Listeners<TheirEvents>,
    private readonly onFault: (fault: string) => void,
  ) {}

  call<K extends keyof Theirs & string>(
    method: K,
    params: Params<Theirs[K]>,
  ): Promise<Awaited<Result<Theirs[K]>>> {
    if (this.disposed) {
      return Promise.reject(new PeerError('closed', 'The page was closed.'));
    }
    const id = this.nextId++;
    const answer = this.answerTo<K>(id);
    this.post({ kind: 'call', id, method, params } satisfies Message);
    return answer;
  }

  /**
   * Waits for the answer to a call that was posted before this end existed.
   * @param id of the call, below 1: the calls of this end have the numbers from 1 on
   * @param take gets the result in its place among what arrives; the promise resolves later
   */
  answerTo<K extends keyof Theirs>(
    id: number,
    take?: Take<Theirs[K]>,
  ): Promise<Awaited<Result<Theirs[K]>>> {
    const answer = new Deferred<Awaited<Result<Theirs[K]>>>();
    this.pending.set(id, {
      resolve: value => {
        const result = value as Awaited<Result<Theirs[K]>>;
        try {
          take?.(result);
          answer.resolve(result);
        } catch (error) {
          answer.reject(error);
        }
      },
      reject: error => answer.reject(error),
    });
    return answer.promise;
  }

  send<K extends keyof MyEvents & string>(name: K, event: MyEvents[K]): void {
    if (!this.disposed) {
      this.post({ kind: 'event', name, event } satisfies Message);
    }
  }

  /** Handles received data; anything but a message of ours is reported and otherwise ignored. */
  receive(data: unknown): void {
    if (this.disposed) {
      return;
    }
    const message = parseMessage(data);
    if (!message) {
      this.onFault('A message of unknown form was ignored.');
      return;
    }
    switch (message.kind) {
      case 'call':
        void this.answer(message);
        return;
      case 'result':
        this.take(message.id)?.resolve(message.result);
        return;
      case 'failure':
        this.take(message.id)?.reject(new PeerError(message.error.code, message.error.message));
        return;
      case 'event':
        this.hear(message);
        return;
    }
  }

  dispose(): void {
    this.disposed = true;
    for (const answer of this.pending.values()) {
      answer.reject(new PeerError('closed', 'The page was closed.'));
    }
    this.pending.clear();
  }

  private take(id: number): Pending | undefined {
    const answer = this.pending.get(id);
    this.pending.delete(id);
    return answer;
  }

  private hear(message: Extract<Message, { kind: 'event' }>): void {
    if (!Object.hasOwn(this.listeners, message.name)) {
      this.onFault(`An unknown event was ignored: ${message.name.slice(0, 80)}`);
      return;
    }
    const listen = this.listeners[message.name as keyof TheirEvents];
    listen?.(message.event as TheirEvents[keyof TheirEvents]);
  }

  private async answer(message: Extract<Message, { kind: 'call' }>): Promise<void> {
    const { id, method, params } = message;
    try {
      if (!Object.hasOwn(this.handlers, method)) {
        throw new PeerError('unknownMethod', `Unknown call: ${method.slice(0, 80)}`);
      }
      const handle = this.handlers[method as keyof Mine];
      const result = await handle(params as Params<Mine[keyof Mine]>);
      this.reply({ kind: 'result', id, result });
    } catch (error) {
      const code = isObject(error) && typeof error.code === 'string' ? error.code : 'failed';
      this.onFault(`${method.slice(0, 80)}: ${messageOf(error)}`);
      this.reply({ kind: 'failure', id, error: { code, message: messageOf(error) } });
    }
  }

  private reply(message: Message): void {
    if (!this.disposed) {
      this.post(message);
    }
  }
}

function parseMessage(data: unknown): Message | undefined {
  if (!isObject(data)) {
    return undefined;
  }
  const { kind, id } = data;
  if (kind === 'event' && typeof data.name === 'string') {
    return { kind, name: data.name, event: data.event };
  }
  if (typeof id !== 'number') {
    return undefined;
  }
  if (kind === 'call' && typeof data.method === 'string') {
    return { kind, id, method: data.method, params: data.params };
  }
  if (kind === 'result') {
    return { kind, id, result: data.result };
  }
  const { error } = data;
  if (kind === 'failure' && isObject(error) && typeof error.message === 'string') {
    return { kind, id, error: { code: String(error.code), message: error.message } };
  }
  return undefined;
}
