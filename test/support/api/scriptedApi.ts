import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Gates } from './gates';
import {
  type AnswerContext,
  AnswerEnded,
  sendFailure,
  sendMessage,
  streamMessage,
} from './messageStream';
import { type Conversation, type ModelRequest, parseModelRequest } from './modelRequest';
import { type Failure, failure, type Part, type Reply, text, type Usage } from './reply';

/** Answer within a turn: a part, a list of parts, a failure, or a function of the request. */
type Round = Part | Reply | ((request: ModelRequest) => Part | Reply | Promise<Part | Reply>);
/** The answers of a turn in order, or one function that answers every round. */
export type Rounds = readonly Round[] | Extract<Round, (...args: never[]) => unknown>;
export type PromptMatch = string | RegExp;

/** A request that is not a model call: HEAD probes, event logging, unknown paths. */
export interface OtherRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

export interface ScriptedApiOptions {
  /** Milliseconds between two deltas, for watching a run. Default 0. */
  pace?: number;
  /** Port to listen on. Default: any free port. */
  port?: number;
  /** Leading segments of each path, such as `/nonce`; `url` ends with them. */
  prefix?: string;
}

interface Rule {
  matches: (request: ModelRequest) => boolean;
  rounds: Rounds;
}

/**
 * A scripted Messages API on 127.0.0.1.
 *
 * ```ts
 * const api = await ScriptedApi.start();
 * api.onPrompt(/add a file/, [
 *   [thinking('A file.'), toolUse('Write', { file_path: '/w/a.txt', content: 'a' })],
 *   request => text(`Result: ${request.results[0]?.text}`),
 * ]);
 * ```
 * The list holds the answers of one turn: round 0 follows the prompt, round 1 the results of round
 * 0's tools, and so on. The last matching rule wins, so a test can override its setup. Rules match
 * their own kind of conversation only (`onPrompt` the main one, `onSubagent`, `onSide`); `on`
 * matches all. A request without a matching rule gets a harmless text and is kept in `unmatched`.
 */
export class ScriptedApi {
  /** Every POST to /v1/messages, oldest first. */
  readonly requests: ModelRequest[] = [];
  /** Main and subagent requests that no rule answered. */
  readonly unmatched: ModelRequest[] = [];
  readonly otherRequests: OtherRequest[] = [];
  /** Tokens that each answered request was told, by the request's index. */
  readonly reported = new Map<number, Required<Usage>>();
  /** JSON that GET requests to further paths are answered with; without it, they get a 404. */
  readonly documents = new Map<string, unknown>();
  private readonly rules: Rule[] = [];
  private readonly gates = new Gates();
  private readonly delegated = new Set<string>();
  private readonly waiters = new Set<() => void>();
  private messageCount = 0;
  private toolCount = 0;

  private constructor(
    private readonly server: Server,
    private readonly pace: number,
    private readonly prefix: string,
  ) {
    server.on('request', (request, response) => void this.receive(request, response));
  }

  static async start(options: ScriptedApiOptions = {}): Promise<ScriptedApi> {
    const server = createServer();
    // Node closes idle connections after 5 s. A request in that moment would fail.
    server.keepAliveTimeout = 0;
    const api = new ScriptedApi(server, options.pace ?? 0, options.prefix ?? '');
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return api;
  }

  /** Value for ANTHROPIC_BASE_URL. */
  get url(): string {
    return `${this.origin}${this.prefix}`;
  }

  /** Scripts turns of the main conversation; a string matches anywhere in the prompt. */
  onPrompt(prompt: PromptMatch, rounds: Rounds): void {
    this.addRule('main', request => found(prompt, request.prompt), rounds);
  }

  /** Scripts subagent conversations by the prompt of their Agent call. */
  onSubagent(prompt: PromptMatch, rounds: Rounds): void {
    this.addRule('subagent', request => found(prompt, request.prompt), rounds);
  }

  /** Scripts side requests of the CLI by their system text or prompt. */
  onSide(match: PromptMatch, rounds: Rounds): void {
    const matches = (request: ModelRequest) =>
      found(match, request.prompt) || found(match, request.system);
    this.addRule('side', matches, rounds);
  }

  on(matches: (request: ModelRequest) => boolean, rounds: Rounds): void {
    this.rules.push({ matches, rounds });
  }

  /** Resolves once a stream has reached the gate with this name. */
  reached(name: string): Promise<void> {
    return this.gates.reached(name);
  }

  /** Opens a gate permanently, even before a stream reaches it. */
  open(name: string): void {
    this.gates.open(name);
  }

  /** Returns the first matching request, past or future. */
  async waitForRequest(matches: (request: ModelRequest) => boolean): Promise<ModelRequest> {
    for (;;) {
      const request = this.requests.find(matches);
      if (request) return request;
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  /** Returns the main conversation's requests, optionally only those for a matching prompt. */
  mainRequests(prompt: PromptMatch = ''): ModelRequest[] {
    return this.requests.filter(
      request => request.conversation === 'main' && found(prompt, request.prompt),
    );
  }

  /** Closes all connections, including answers that wait at gates. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Answers a request that another server has received, such as one with TLS. Never rejects. */
  async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.answer(incoming, response);
    } catch (error) {
      if (error instanceof AnswerEnded) return;
      // An error in a test's script must be visible and not look like a slow API.
      const message = `The script failed: ${String(error)}`;
      if (response.headersSent) response.destroy();
      else sendFailure(response, failure(400, { message }));
      console.error(message);
    }
  }

  private get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private addRule(
    conversation: Conversation,
    matches: (request: ModelRequest) => boolean,
    rounds: Rounds,
  ): void {
    this.on(request => request.conversation === conversation && matches(request), rounds);
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const full = new URL(incoming.url ?? '/', this.origin).pathname;
    const path = full.startsWith(this.prefix) ? full.slice(this.prefix.length) : full;
    const body = await readBody(incoming);
    if (incoming.method === 'POST' && path === '/v1/messages') {
      const request = parseModelRequest(
        this.requests.length,
        incoming.headers,
        parseJson(body),
        this.delegated,
      );
      this.requests.push(request);
      const waiters = [...this.waiters];
      this.waiters.clear();
      for (const wake of waiters) wake();
      return this.answerModel(request, response);
    }
    this.otherRequests.push({ method: incoming.method ?? '', path, headers: incoming.headers });
    if (incoming.method === 'POST' && path === '/v1/messages/count_tokens') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ input_tokens: Math.ceil(body.length / 4) }));
    } else if (incoming.method === 'GET' && this.documents.has(path)) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.documents.get(path)));
    } else if (incoming.method === 'HEAD') {
      response.writeHead(200).end();
    } else {
      sendFailure(response, failure(404, { message: `No such path: ${path}` }));
    }
    return undefined;
  }

  private async answerModel(request: ModelRequest, response: ServerResponse): Promise<void> {
    const reply = await this.replyTo(request);
    if (!Array.isArray(reply)) return sendFailure(response, reply as Failure);
    const parts: readonly Part[] = reply;
    this.rememberDelegations(parts);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    this.messageCount += 1;
    const context: AnswerContext = {
      request,
      response,
      messageId: `msg_scripted_${String(this.messageCount).padStart(4, '0')}`,
      nextToolId: () => {
        this.toolCount += 1;
        return `toolu_scripted_${String(this.toolCount).padStart(4, '0')}`;
      },
      report: tokens => this.reported.set(request.index, tokens),
      pace: this.pace,
      passGate: name => unlessGone(this.gates.pass(name), gone.signal),
      wait: ms => (ms > 0 ? unlessGone(delay(ms), gone.signal) : Promise.resolve()),
    };
    return request.stream ? streamMessage(parts, context) : sendMessage(parts, context);
  }

  private async replyTo(request: ModelRequest): Promise<Reply> {
    const rule = this.rules.findLast(({ matches }) => matches(request));
    const round =
      rule && (typeof rule.rounds === 'function' ? rule.rounds : rule.rounds[request.round]);
    if (round === undefined) {
      if (request.conversation !== 'side') this.unmatched.push(request);
      return [text(rule ? 'The script has no more rounds.' : 'The script has no answer to this.')];
    }
    const answer = typeof round === 'function' ? await round(request) : round;
    if (Array.isArray(answer)) return answer as readonly Part[];
    const single = answer as Part | Failure;
    return single.kind === 'failure' ? single : [single];
  }

  private rememberDelegations(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.kind !== 'tool_use' || !['Agent', 'Task'].includes(part.name)) continue;
      if (typeof part.input.prompt === 'string') this.delegated.add(part.input.prompt.trim());
    }
  }
}

/** Gives successive answers for the same round of a turn: each retry gets the next one. */
export function attempts(first: Part | Reply, ...later: (Part | Reply)[]): () => Part | Reply {
  const answers = [first, ...later];
  return () => (answers.length > 1 ? (answers.shift() ?? first) : (answers[0] ?? first));
}

function found(match: PromptMatch, value: string): boolean {
  return typeof match === 'string' ? value.includes(match) : value.search(match) >= 0;
}

async function unlessGone(event: Promise<unknown>, gone: AbortSignal): Promise<void> {
  let leave: () => void = () => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new AnswerEnded());
    if (gone.aborted) leave();
    gone.addEventListener('abort', leave);
  });
  try {
    await Promise.race([event, left]);
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(body: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body);
  if (typeof value !== 'object' || value === null) throw new Error('The body is no JSON object');
  return { ...value };
}
