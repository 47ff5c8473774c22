import type { IncomingHttpHeaders } from 'node:http';
import { omitUndefined } from '../../base/omitUndefined';
import {
  type CallCache,
  type CallError,
  type CallGap,
  type CallSizes,
  type CallUsage,
  isFailed,
  type ModelCall,
} from '../../contract/modelCalls';
import type { ExchangeEnd, ExchangeObserver, ExchangeRequest } from '../exchange';
import { breakpointsIn, cachedParts } from './cache/blockChange';
import { type Conversations, withLoss } from './cache/conversations';
import type { CallBodies } from './callBodies';
import { continuesConversation, conversationKey, sessionOf } from './classify/callIdentity';
import { classifyCall } from './classify/callRules';
import type { Delegations } from './classify/delegations';
import type { CallRequest } from './request/callRequest';
import type { PartStore } from './request/partStore';
import { RequestReader } from './request/requestReader';
import { calibrated, requestSizes, type ToolGroups } from './request/requestSizes';
import { Answer } from './response/answer';
import { AnswerReader } from './response/answerReader';
import { rateLimitsIn, requestIdIn, retryOf } from './response/callHeaders';
import type { Retries } from './retries';

/** Memory that the calls of one channel share. */
export interface CallMemory {
  readonly store: PartStore;
  readonly groups: ToolGroups;
  readonly delegations: Delegations;
  readonly conversations: Conversations;
  readonly retries: Retries;
  readonly bodies: CallBodies;
}

export interface CallReports {
  /** The call as far as it is known: at its start, with its kind, its status and its first token. */
  onProgress(call: ModelCall): void;
  onFinished(call: ModelCall): void;
  onError(error: unknown): void;
}

/** Tools that start subagents; the first name is that of versions up to 2.1.7. */
const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent']);

/** Characters of names and ids, which come from outside. */
const longestName = 200;

/** Milliseconds between reports of how much was streamed: a speed needs no more. */
const reportTime = 250;

/** Makes a `ModelCall` of one exchange. Never throws, and never delays the exchange. */
export class ObservedCall implements ExchangeObserver {
  private call: ModelCall;
  private readonly reader: RequestReader;
  private request: CallRequest | undefined;
  private readonly answer = new Answer(agentTools, ({ input }) =>
    this.memory.delegations.addCall(input),
  );
  private answerReader: AnswerReader | undefined;
  private key = '';
  private lastChunkAt = 0;
  private lastReportAt = 0;
  private hasEnded = false;
  private readonly gaps = new Set<CallGap>();

  constructor(
    private readonly exchange: ExchangeRequest,
    private readonly memory: CallMemory,
    private readonly reports: CallReports,
  ) {
    this.reader = new RequestReader(memory.store);
    this.call = {
      id: exchange.id,
      kind: 'other',
      rule: 'noRule',
      stream: false,
      startedAt: exchange.at,
      retry: retryOf(exchange.headers),
    };
    memory.bodies.begin(exchange);
  }

  /** The call as far as it is known. */
  get current(): ModelCall {
    return this.call;
  }

  requestChunk(chunk: Buffer): void {
    this.guard(() => {
      this.memory.bodies.add(this.exchange.id, 'request', chunk);
      this.reader.push(chunk);
      if (this.reader.isComplete) {
        this.classify();
      }
    });
  }

  response(status: number, headers: IncomingHttpHeaders, at: number): void {
    this.lastReportAt = at;
    this.guard(() => {
      this.classify();
      this.memory.bodies.respond(this.exchange.id, status, headers);
      this.answerReader = new AnswerReader({
        headers,
        answer: this.answer,
        onFirstToken: () => this.update({ firstTokenAt: this.lastChunkAt }),
        onDecoded: chunk =>
          this.memory.bodies.add(this.exchange.id, 'response', chunk, this.lastChunkAt),
        onGap: gap => this.gaps.add(gap),
        onLost: () => this.memory.bodies.lose(this.exchange.id),
        onError: error => this.reports.onError(error),
      });
      const requestId = requestIdIn(headers);
      const rateLimits = rateLimitsIn(headers);
      this.update(omitUndefined({ status, firstByteAt: at, requestId, rateLimits }));
    });
  }

  responseChunk(chunk: Buffer, at: number): void {
    this.lastChunkAt = at;
    this.guard(() => {
      this.answerReader?.push(chunk);
      this.reportStreamed(at);
    });
  }

  end(end: ExchangeEnd, at: number): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    this.guard(() => this.classify());
    const finish = () => this.finish(end, at);
    if (this.answerReader) {
      this.answerReader.end().then(finish, error => {
        this.reports.onError(error);
        finish();
      });
    } else {
      finish();
    }
  }

  dispose(): void {
    this.answerReader?.dispose();
  }

  private reportStreamed(at: number): void {
    const { streamed } = this.answer;
    if (at - this.lastReportAt >= reportTime && streamed > (this.call.streamed ?? 0)) {
      this.lastReportAt = at;
      this.update({ streamed });
    }
  }

  private classify(): void {
    if (this.request) {
      return;
    }
    const request = this.reader.finish();
    const { headers, path, at } = this.exchange;
    this.request = request;
    if (request.isCut) {
      this.gaps.add('requestCut');
    }
    if (request.isInvalid) {
      this.gaps.add('requestInvalid');
    }
    const found = classifyCall(path, headers, request, this.memory.delegations);
    const session = sessionOf(headers, request.userId);
    this.key = conversationKey(session, found, request);
    const since = continuesConversation(found.kind)
      ? this.memory.conversations.compare(this.key, request, at)
      : undefined;
    const retry = Math.max(this.call.retry, this.memory.retries.count(this.key, request));
    this.update({
      ...found,
      ...omitUndefined({
        model: request.model?.slice(0, longestName),
        effort: request.effort?.slice(0, longestName),
        sessionId: session,
      }),
      stream: request.stream,
      retry,
      sizes: requestSizes(request, this.memory.groups),
      cache: omitUndefined({ breakpoints: breakpointsIn(cachedParts(request)), since }),
    });
  }

  private finish(end: ExchangeEnd, at: number): void {
    this.call = { ...this.call, endedAt: at, end };
    this.guard(() => this.complete(end));
    this.dispose();
    this.guard(() => this.reports.onFinished(this.call));
  }

  private complete(end: ExchangeEnd): void {
    const { answer, request, call } = this;
    const ttls = new Set(call.cache?.breakpoints.map(({ ttl }) => ttl));
    const usage = answer.usageFor(ttls.has('1h') && !ttls.has('5m') ? '1h' : '5m');
    this.call = {
      ...call,
      ...omitUndefined({
        model: answer.model?.slice(0, longestName),
        messageId: answer.messageId?.slice(0, longestName),
        stopReason: answer.stopReason?.slice(0, longestName),
        usage,
        streamed: answer.streamed === 0 ? undefined : answer.streamed,
        error: this.errorAt(end),
        answer: this.answerReader ? answer.counts() : undefined,
        sizes: call.sizes && this.sizesWith(call.sizes, usage),
        cache: call.cache && this.cacheWith(call.cache, usage),
        gaps: this.gaps.size > 0 ? [...this.gaps] : undefined,
      }),
    };
    if (request) {
      this.memory.retries.note(this.key, request, call.retry, isFailed(this.call));
    }
    if (request && usage && continuesConversation(call.kind)) {
      this.memory.conversations.remember(this.key, request, this.call, usage);
    }
  }

  private cacheWith(cache: CallCache, usage: CallUsage | undefined): CallCache {
    const since = cache.since && usage ? withLoss(cache.since, usage) : cache.since;
    return { ...cache, ...omitUndefined({ since, apiReason: this.answer.cacheReason }) };
  }

  /** The API's own loops count their input several times, so that bytes do not explain it. */
  private sizesWith(sizes: CallSizes, usage: CallUsage | undefined): CallSizes {
    return usage && !this.answer.hasServerRequests ? calibrated(sizes, usage) : sizes;
  }

  private errorAt(end: ExchangeEnd): CallError | undefined {
    const { status } = this.call;
    if (this.answer.error) {
      return this.answer.error;
    }
    if (end === 'upstreamFailed' || end === 'timedOut' || end === 'refused') {
      return { where: 'transport', type: end };
    }
    if (status !== undefined && status >= 400) {
      return { where: 'http' };
    }
    const isUnfinished = this.answer.hasStarted && !this.answer.isComplete;
    return end === 'complete' && isUnfinished ? { where: 'stream', type: 'incomplete' } : undefined;
  }

  private update(change: Partial<ModelCall>): void {
    this.call = { ...this.call, ...change };
    this.reports.onProgress(this.call);
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.reports.onError(error);
    }
  }
}
