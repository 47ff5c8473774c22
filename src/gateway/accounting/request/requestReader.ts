import { createHash } from 'node:crypto';
import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import { isReminder } from '../../../base/reminders';
import { breakpointIn, withoutBreakpoints } from './breakpoints';
import type { CallRequest } from './callRequest';
import { type JsonPart, JsonParts } from './jsonParts';
import { mediaIn, noMedia } from './media';
import type { PartStore, RequestPart } from './partStore';

/** Bytes of one message, tool or system block above which it is not read. */
const longestPart = 8 * 1024 * 1024;
/** As many messages as the API takes. More would only cost memory and time. */
const mostParts = 100_000;
const longestHead = 2_000;
/** Texts of a message that are looked at. */
const mostTexts = 16;

/** Properties of a part that follow from its value. */
type Traits = Omit<RequestPart, 'digest' | 'bare' | 'bytes'>;

const lists = new Set(['tools', 'system', 'messages']);

/** Reads a request while its bytes arrive. Never throws. */
export class RequestReader {
  private readonly tools: RequestPart[] = [];
  private readonly system: RequestPart[] = [];
  private readonly messages: RequestPart[] = [];
  private readonly members: JsonObject = {};
  private readonly options = new Map<string, string>();
  private first: Buffer | undefined;
  private lastOfUser: Buffer | undefined;
  private count = 0;
  private isCut = false;
  private isInvalid = false;
  private readonly parts = new JsonParts({
    lists,
    limit: longestPart,
    onPart: part => this.read(part),
  });

  constructor(private readonly store: PartStore) {}

  push(chunk: Buffer): void {
    if (this.count <= mostParts) {
      this.parts.push(chunk);
    }
  }

  get isComplete(): boolean {
    return this.parts.isComplete;
  }

  /** Call once the request is complete, or as complete as it will be. */
  finish(): CallRequest {
    const { members } = this;
    const output = isObject(members.output_config) ? members.output_config : {};
    const metadata = isObject(members.metadata) ? members.metadata : {};
    const isReadToEnd = this.parts.isComplete || this.count > mostParts;
    return {
      model: asString(members.model),
      stream: members.stream === true,
      maxTokens: asNumber(members.max_tokens),
      effort: asString(output.effort),
      userId: asString(metadata.user_id),
      options: this.options,
      tools: this.tools,
      system: this.system,
      messages: this.messages,
      firstTexts: textsOf(this.first),
      lastTexts: textsOf(this.lastOfUser),
      isCut: this.isCut,
      isInvalid: this.isInvalid || this.parts.isInvalid || !isReadToEnd,
    };
  }

  private read(part: JsonPart): void {
    this.count += 1;
    if (this.count > mostParts) {
      this.isCut = true;
      return;
    }
    this.isCut ||= part.content === undefined;
    switch (part.name) {
      case 'tools':
        this.tools.push(this.partOf(part, readTool));
        return;
      case 'system':
        this.system.push(this.partOf(part, readSystem));
        return;
      case 'messages': {
        const message = this.partOf(part, readMessage);
        this.messages.push(message);
        this.first ??= message.name === 'user' ? part.content : undefined;
        if (message.name === 'user') {
          this.lastOfUser = part.content;
        }
        return;
      }
      default:
        this.readMember(part);
    }
  }

  private readMember({ name, digest, content }: JsonPart): void {
    if (this.options.size < 100) {
      this.options.set(name, digest);
    }
    if (['model', 'stream', 'max_tokens', 'output_config', 'metadata'].includes(name)) {
      this.members[name] = this.parse(content);
    }
  }

  private partOf(
    { digest, bytes, content }: JsonPart,
    read: (value: unknown) => Traits,
  ): RequestPart {
    const known = this.store.get(digest);
    if (known) {
      return known;
    }
    const value = this.parse(content);
    const bare = value === undefined ? undefined : bareDigest(value);
    const part = { digest, bare: bare ?? digest, bytes, ...read(value) };
    this.store.add(part, content);
    return part;
  }

  private parse(content: Buffer | undefined): unknown {
    const value = content && parsed(content);
    this.isInvalid ||= content !== undefined && value === undefined;
    return value;
  }
}

/** Returns undefined if the value is nested too deeply. */
function bareDigest(value: unknown): string | undefined {
  try {
    const bare = JSON.stringify(withoutBreakpoints(value));
    return createHash('sha1').update(bare).digest('base64');
  } catch {
    return undefined;
  }
}

/** Returns undefined for anything that is not JSON. */
export function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

function readTool(tool: unknown): Traits {
  const members = isObject(tool) ? tool : {};
  return {
    name: asString(members.name) ?? asString(members.type) ?? '',
    isClientTool: 'input_schema' in members,
    breakpoints: breakpointIn(members),
    media: noMedia,
  };
}

function readSystem(block: unknown): Traits {
  const text = isObject(block) ? asString(block.text) : asString(block);
  return {
    head: text?.slice(0, longestHead) ?? '',
    breakpoints: isObject(block) ? breakpointIn(block) : [],
    media: noMedia,
  };
}

function readMessage(message: unknown): Traits {
  const { role, content } = isObject(message) ? message : {};
  const blocks = Array.isArray(content) ? content : [];
  return {
    name: asString(role) ?? '',
    breakpoints: blocks.flatMap((block, at) =>
      isObject(block) ? breakpointIn(block).map(({ ttl }) => ({ block: at, ttl })) : [],
    ),
    media: mediaIn(content),
    ...remindersIn(blocks),
  };
}

/** The CLI puts memory files and reminders into blocks of their own. */
function remindersIn(blocks: readonly unknown[]): { reminders?: number } {
  const bytes = blocks
    .map(block => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .filter(isReminder)
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > 0 ? { reminders: bytes } : {};
}

function textsOf(message: Buffer | undefined): string[] {
  const value = message && parsed(message);
  const content = isObject(value) ? value.content : undefined;
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  return blocks
    .flatMap(block => (isObject(block) && typeof block.text === 'string' ? block.text : []))
    .slice(-mostTexts)
    .map(text => text.slice(0, longestHead));
}
