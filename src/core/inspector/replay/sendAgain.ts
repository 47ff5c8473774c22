import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { messageOf, UserError } from '../../../base/errors';
import { PieceTimes } from '../../../base/pieceTimes';
import { recordedHeaders } from '../../../base/recordedHead';
import type {
  RecordedCall,
  RecordedExchange,
  RecordedResponse,
} from '../../../contract/inspector/recordedCall';
import { wholeRequest } from '../exchange/curl';
import { type Mask, maskedRequest, maskedResponse } from '../exchange/masked';
import { loopbackAddress } from './loopbackAddress';

export interface SendOptions {
  readonly clock: Clock;
  readonly mask: Mask;
  readonly signal?: AbortSignal;
  /** Called with the characters of the answer so far. */
  onProgress?(characters: number): void;
}

/** Milliseconds without a byte after which nobody answers any more. */
const longestSilence = 120_000;
/** Characters of an answer. */
const longestAnswer = 16 * 1024 * 1024;

/** Headers that belong to a connection or to a body as it was, or that ask for a packed answer. */
const ofConnection: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'accept-encoding', 'content-encoding', 'host', 'via'],
]);

/**
 * Sends a recorded request once more, without a key, and receives the answer as it comes.
 * @param address see `loopbackAddress`
 * @throws UserError `inspector.notRecorded`, `inspector.cut`, `inspector.address`, `inspector.noAnswer`;
 * the signal's reason
 */
export async function sendAgain(
  recorded: RecordedCall,
  address: URL,
  options: SendOptions,
): Promise<RecordedExchange> {
  const { clock, mask, signal } = options;
  const request = maskedRequest(wholeRequest(recorded), mask);
  const target = loopbackAddress(address.href);
  const startedAt = clock.now();
  // Connections of its own: the editor's may lead to a proxy.
  const agent = new Agent({ keepAlive: false });
  const outgoing = httpRequest({
    ...{ agent, method: 'POST', lookup: onlyHere },
    hostname: target.hostname.replace(/[[\]]/g, ''),
    port: target.port || 80,
    path: pathFor(target, request.path),
    headers: headersFor(request.headers, request.body),
    ...(signal ? { signal } : {}),
  });
  // Errors that come after the answer has begun show in the answer itself.
  outgoing.on('error', () => undefined);
  const silence = new SilenceLimit(clock, () => outgoing.destroy(new Error(timeText())));
  try {
    outgoing.end(request.body);
    const incoming = await answerTo(outgoing);
    const response = await receive(incoming, startedAt, silence, options);
    signal?.throwIfAborted();
    const end = endOf(incoming, response);
    return {
      ...{ startedAt, endedAt: Math.max(startedAt, clock.now()), end, request },
      response: maskedResponse(response, mask),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new UserError(
      'inspector.noAnswer',
      l10n.t(
        '{0} did not answer: {1}. Check that a server is listening there.',
        target.origin,
        messageOf(error),
      ),
      { cause: error },
    );
  } finally {
    silence.dispose();
    outgoing.destroy();
    agent.destroy();
  }
}

/** Resolves with the beginning of an answer. An answer that changes the protocol is none. */
async function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  const events = new AbortController();
  const { signal } = events;
  const upgraded = once(outgoing, 'upgrade', { signal }).then(() => {
    throw new Error(l10n.t('it asks for another protocol'));
  });
  const answered = once(outgoing, 'response', { signal }) as Promise<[IncomingMessage]>;
  try {
    const [incoming] = await Promise.race([answered, upgraded]);
    return incoming;
  } finally {
    events.abort();
  }
}

async function receive(
  incoming: IncomingMessage,
  startedAt: number,
  silence: SilenceLimit,
  { clock, mask, onProgress }: SendOptions,
): Promise<RecordedResponse> {
  const decoder = new StringDecoder('utf8');
  const pieces: string[] = [];
  const times = new PieceTimes();
  let length = 0;
  let isCut = false;
  try {
    for await (const chunk of incoming) {
      silence.touch();
      times.add(length, Math.max(0, clock.now() - startedAt));
      const text = decoder.write(chunk as Buffer);
      pieces.push(text);
      length += text.length;
      onProgress?.(length);
      if (length > longestAnswer) {
        isCut = true;
        break;
      }
    }
  } catch (error) {
    // An answer that breaks off is worth having, unless nothing came at all.
    if (length === 0) {
      throw error;
    }
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: recordedHeaders(incoming.headers, mask),
    ...{ body: pieces.join(''), times: times.list, isCut },
  };
}

/** An answer that is too long ends here, which is no fault of the server. */
function endOf(
  { complete }: IncomingMessage,
  { isCut }: RecordedResponse,
): RecordedExchange['end'] {
  if (complete) {
    return 'complete';
  }
  return isCut ? 'clientClosed' : 'upstreamFailed';
}

/** Whatever a name server says, this is the only machine. */
const onlyHere: LookupFunction = (_hostname, options, done) => {
  const here = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  if (options.all) {
    done(null, here);
  } else {
    done(null, '127.0.0.1', 4);
  }
};

function pathFor({ pathname }: URL, path: string): string {
  const safe = path.replace(/[^\x21-\x7e]/g, '');
  return `${pathname.replace(/\/+$/, '')}${safe}`;
}

function headersFor(
  headers: Readonly<Record<string, string>>,
  body: string,
): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name]) => !ofConnection.has(name) && /^[\w-]+$/.test(name))
    .map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '')] as const);
  return {
    ...Object.fromEntries(kept),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
  };
}

function timeText(): string {
  return l10n.t('nothing was received for {0} s', longestSilence / 1_000);
}

/** Fires once nothing has happened for a time. */
class SilenceLimit {
  private timer: ReturnType<Clock['setTimeout']>;

  constructor(
    private readonly clock: Clock,
    private readonly onExpired: () => void,
  ) {
    this.timer = clock.setTimeout(onExpired, longestSilence);
  }

  touch(): void {
    this.timer.dispose();
    this.timer = this.clock.setTimeout(this.onExpired, longestSilence);
  }

  dispose(): void {
    this.timer.dispose();
  }
}
