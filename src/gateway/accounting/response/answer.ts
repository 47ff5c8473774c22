import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import type { AnswerCounts, CallError, CallUsage } from '../../../contract/modelCalls';
import { knownBlocks, knownDeltas } from './knownTypes';
import { NameCounts } from './nameCounts';
import { mergeUsage, readUsage } from './usage';

/** A call of a tool, once its input is complete. */
export interface AnsweredTool {
  readonly name: string;
  readonly input: unknown;
}

const longestMessage = 500;
/** Characters of inputs that are put together at the same time. */
const mostInput = 1024 * 1024;
const mostCalls = 100;

/** Adds up one answer, event by event. What it does not know is counted by name. */
export class Answer {
  messageId: string | undefined;
  model: string | undefined;
  stopReason: string | undefined;
  error: CallError | undefined;
  cacheReason: string | undefined;
  isComplete = false;
  /** Characters of deltas. */
  streamed = 0;
  private isStarted = false;
  private usage: JsonObject = {};
  private readonly blocks = new NameCounts();
  private readonly toolNames = new NameCounts();
  private readonly unknown = new NameCounts();
  private citations = 0;
  private pings = 0;
  private malformed = 0;
  private readonly inputs = new Map<unknown, { name: string; pieces: string[] }>();
  private inputSize = 0;

  /**
   * @param wanted names of tools whose inputs are put together
   * @param onTool receives calls of these tools as soon as their input is complete
   */
  constructor(
    private readonly wanted: ReadonlySet<string>,
    private readonly onTool: (tool: AnsweredTool) => void,
  ) {}

  /** True once the answer was a message, even if it broke off. */
  get hasStarted(): boolean {
    return this.isStarted;
  }

  /** True if the API has run tools of its own, which reads the input several times. */
  get hasServerRequests(): boolean {
    return !this.serverRequests().isEmpty;
  }

  /** Reads the data of a server-sent event. Returns true if it carries content. */
  readEvent(data: string): boolean {
    let event: unknown;
    try {
      event = JSON.parse(data);
    } catch {
      event = undefined;
    }
    if (!isObject(event) || typeof event.type !== 'string') {
      this.malformed += 1;
      return false;
    }
    return this.read(event.type, event);
  }

  /** Reads an answer that was not streamed. */
  readMessage(body: unknown): void {
    if (!isObject(body)) {
      this.malformed += 1;
    } else if (body.type === 'error') {
      this.error = errorOf('http', body.error);
    } else if (body.type === 'message') {
      this.start(body);
      for (const block of Array.isArray(body.content) ? body.content : []) {
        this.startBlock(undefined, block);
      }
      this.readDelta(body, body);
      this.isComplete = true;
    }
  }

  /** Returns the tokens; undefined if the answer reported none. */
  usageFor(unsplit: '5m' | '1h'): CallUsage | undefined {
    return readUsage(this.usage, unsplit);
  }

  counts(): AnswerCounts {
    const details = isObject(this.usage.output_tokens_details)
      ? this.usage.output_tokens_details
      : {};
    const thinkingTokens = asNumber(details.thinking_tokens);
    const serverRequests = this.serverRequests();
    return {
      blocks: this.blocks.toJSON(),
      tools: this.toolNames.toJSON(),
      citations: this.citations,
      pings: this.pings,
      ...(thinkingTokens === undefined ? {} : { thinkingTokens }),
      ...(serverRequests.isEmpty ? {} : { serverRequests: serverRequests.toJSON() }),
      ...(this.unknown.isEmpty ? {} : { unknown: this.unknown.toJSON() }),
      ...(this.malformed === 0 ? {} : { malformed: this.malformed }),
    };
  }

  private serverRequests(): NameCounts {
    const counts = new NameCounts();
    const used = isObject(this.usage.server_tool_use) ? this.usage.server_tool_use : {};
    for (const [name, value] of Object.entries(used)) {
      const times = asNumber(value) ?? 0;
      if (times > 0) {
        counts.add(name.replace(/_requests$/, ''), times);
      }
    }
    return counts;
  }

  private read(type: string, event: JsonObject): boolean {
    switch (type) {
      case 'message_start':
        this.start(isObject(event.message) ? event.message : {});
        return false;
      case 'content_block_start':
        return this.startBlock(event.index, event.content_block);
      case 'content_block_delta':
        this.readBlockDelta(event.index, isObject(event.delta) ? event.delta : {});
        return true;
      case 'content_block_stop':
        this.endInput(event.index);
        return false;
      case 'message_delta':
        this.readDelta(isObject(event.delta) ? event.delta : {}, event);
        return false;
      case 'message_stop':
        this.isComplete = true;
        return false;
      case 'ping':
        this.pings += 1;
        return false;
      case 'error':
        this.error = errorOf('stream', event.error);
        return false;
      default:
        this.unknown.add(type);
        return false;
    }
  }

  private start(message: JsonObject): void {
    this.isStarted = true;
    this.messageId = asString(message.id) ?? this.messageId;
    this.model = asString(message.model) ?? this.model;
    this.usage = mergeUsage(this.usage, message.usage);
    this.readDiagnostics(message);
  }

  /** Returns true for a block that is complete at once. */
  private startBlock(index: unknown, block: unknown): boolean {
    const { type, name, input } = isObject(block) ? block : {};
    const known = asString(type) ?? 'untyped';
    this.blocks.add(known);
    if (!knownBlocks.has(known)) {
      this.unknown.add(known);
    }
    if (isObject(block) && Array.isArray(block.citations)) {
      this.citations += block.citations.length;
    }
    if (typeof name === 'string' && known.endsWith('tool_use')) {
      this.toolNames.add(name);
      if (this.wanted.has(name)) {
        this.startInput(index, name, input);
      }
    }
    return !['text', 'thinking', 'tool_use'].includes(known);
  }

  private startInput(index: unknown, name: string, input: unknown): void {
    if (index === undefined) {
      this.onTool({ name, input });
    } else if (this.inputs.size < mostCalls) {
      this.inputs.set(index, { name, pieces: [] });
    }
  }

  private readBlockDelta(index: unknown, delta: JsonObject): void {
    const type = asString(delta.type) ?? 'untyped';
    const { text, thinking, partial_json: json } = delta;
    this.streamed += (asString(text) ?? asString(thinking) ?? asString(json) ?? '').length;
    if (!knownDeltas.has(type)) {
      this.unknown.add(type);
    } else if (type === 'citations_delta') {
      this.citations += 1;
    } else if (type === 'input_json_delta' && typeof delta.partial_json === 'string') {
      const open = this.inputs.get(index);
      if (open && this.inputSize < mostInput) {
        this.inputSize += delta.partial_json.length;
        open.pieces.push(delta.partial_json);
      }
    }
  }

  private endInput(index: unknown): void {
    const open = this.inputs.get(index);
    this.inputs.delete(index);
    if (!open) {
      return;
    }
    let input: unknown;
    try {
      input = JSON.parse(open.pieces.join('') || '{}');
    } catch {
      // The model may write anything here, and the CLI rejects it.
      this.malformed += 1;
      return;
    }
    this.onTool({ name: open.name, input });
  }

  private readDelta(delta: JsonObject, event: JsonObject): void {
    this.stopReason = asString(delta.stop_reason) ?? this.stopReason;
    this.usage = mergeUsage(this.usage, event.usage);
    this.readDiagnostics(event);
  }

  private readDiagnostics({ diagnostics }: JsonObject): void {
    const reason = isObject(diagnostics) ? diagnostics.cache_miss_reason : undefined;
    this.cacheReason = (isObject(reason) ? asString(reason.type) : undefined) ?? this.cacheReason;
  }
}

function errorOf(where: CallError['where'], error: unknown): CallError {
  const { type, message } = isObject(error) ? error : {};
  return {
    where,
    ...(typeof type === 'string' ? { type: type.slice(0, 100) } : {}),
    ...(typeof message === 'string' ? { message: message.slice(0, longestMessage) } : {}),
  };
}
