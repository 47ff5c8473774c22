import { ContextFrame } from './contextFrame';
import { type JsonPath, type JsonVisitor, JsonWalker } from './jsonWalker';
import type { SearchPattern } from './searchPattern';
import { type Excerpt, TextSearch } from './textSearch';

/** Source of the matching text. */
type Speaker = 'person' | 'agent' | 'tool' | 'title';

export interface MessageMatch {
  readonly by: Speaker;
  readonly excerpt: Excerpt;
  /** Id of the line, if it has one. */
  readonly uuid?: string | undefined;
  /** Time of the line, as the transcript has it. */
  readonly timestamp?: string | undefined;
  /** Id of the agent's message that includes the line. */
  readonly messageId?: string | undefined;
  /** Id of the tool call whose input or output matches. */
  readonly toolId?: string | undefined;
}

const longestWord = 200;
/** Maximum number of calls per line; the CLI writes one. */
const mostCalls = 100;

type Where = 'message' | 'tool' | 'title' | 'queued';
/** Metadata of a line, each a single word. */
type Fact = 'type' | 'uuid' | 'timestamp' | 'messageId' | 'attachment';

interface Found {
  readonly excerpt: Excerpt;
  /** Index of the content block. */
  readonly block: string | number | undefined;
}

/**
 * Searches one transcript line: text of messages, input and output of tools, and titles. Ignores
 * images, copies, and notes that the CLI writes for itself or the model.
 */
export class MessageSearch implements JsonVisitor {
  private readonly walker = new JsonWalker(this);
  private readonly search: TextSearch;
  private readonly frame = new ContextFrame();
  private readonly found = new Map<Where, Found>();
  /** Tool call ids by block index. */
  private readonly calls = new Map<string | number, string>();
  private reading: { where: Where } | { fact: Fact } | { call: string | number } | undefined;
  private block: string | number | undefined;
  private word = '';
  private facts: Partial<Record<Fact, string>> = {};
  private isMeta = false;

  constructor(pattern: SearchPattern) {
    this.search = new TextSearch(pattern);
  }

  push(bytes: Buffer): void {
    this.walker.push(bytes);
  }

  /** Returns the match in the finished line and resets the state for the next one. */
  endLine(): MessageMatch | undefined {
    const match = this.match();
    this.walker.reset();
    // Drops text left by a line that was cut off.
    this.search.end();
    this.frame.end();
    this.reading = undefined;
    this.found.clear();
    this.calls.clear();
    this.facts = {};
    this.isMeta = false;
    return match;
  }

  wantsText(path: JsonPath): boolean {
    this.reading = this.readingAt(path);
    this.block = path[2];
    this.word = '';
    return this.reading !== undefined;
  }

  onText(text: string): void {
    const { reading } = this;
    if (!reading) {
      return;
    }
    if (!('where' in reading)) {
      this.word = (this.word + text).slice(0, longestWord);
    } else if (!this.found.has(reading.where)) {
      const own = isSaid(reading.where) ? this.frame.push(text) : text;
      this.keep(reading.where, this.search.push(own));
    }
  }

  onTextEnd(): void {
    const { reading } = this;
    if (reading && 'where' in reading) {
      this.finish(reading.where);
    } else if (reading && 'fact' in reading) {
      this.facts[reading.fact] = this.word;
    } else if (reading && this.calls.size < mostCalls) {
      this.calls.set(reading.call, this.word);
    }
    this.reading = undefined;
  }

  onTrue(path: JsonPath): void {
    this.isMeta ||= path.length === 1 && path[0] === 'isMeta';
  }

  private finish(where: Where): void {
    const rest = isSaid(where) ? this.frame.end() : '';
    const found = this.found.has(where) || rest === '' ? undefined : this.search.push(rest);
    this.keep(where, found);
    const last = this.search.end();
    this.keep(where, last);
  }

  private keep(where: Where, excerpt: Excerpt | undefined): void {
    if (excerpt && !this.found.has(where)) {
      this.found.set(where, { excerpt, block: this.block });
    }
  }

  private readingAt(path: JsonPath): typeof this.reading {
    const [root, second] = path;
    if (path.length === 1) {
      if (root === 'type' || root === 'uuid' || root === 'timestamp') {
        return { fact: root };
      }
      return root === 'customTitle' || root === 'aiTitle' || root === 'summary' || root === 'tag'
        ? { where: 'title' }
        : undefined;
    }
    if (root === 'message' && second === 'content') {
      return inContent(path.slice(2));
    }
    if (root === 'message' && second === 'id' && path.length === 2) {
      return { fact: 'messageId' };
    }
    if (root === 'attachment' && second === 'type') {
      return path.length === 2 ? { fact: 'attachment' } : undefined;
    }
    const isText = path.length === 2 || (path.length === 4 && path[3] === 'text');
    return root === 'attachment' && second === 'prompt' && isText ? { where: 'queued' } : undefined;
  }

  private match(): MessageMatch | undefined {
    const { type, uuid, attachment, timestamp, messageId } = this.facts;
    const of = (where: Where, by: Speaker): MessageMatch | undefined => {
      const found = this.found.get(where);
      const toolId = by === 'tool' ? this.calls.get(found?.block ?? '') : undefined;
      return found && { by, excerpt: found.excerpt, uuid, timestamp, messageId, toolId };
    };
    switch (type) {
      case 'user':
        return this.isMeta ? undefined : (of('message', 'person') ?? of('tool', 'tool'));
      case 'assistant':
        return of('message', 'agent') ?? of('tool', 'tool');
      case 'attachment':
        return attachment === 'queued_command' ? of('queued', 'person') : undefined;
      case 'custom-title':
      case 'ai-title':
      case 'summary':
      case 'tag':
        return of('title', 'title');
      default:
        return undefined;
    }
  }
}

/** Content that went with a message is framed; what tools read is not ours. */
function isSaid(where: Where): boolean {
  return where === 'message' || where === 'queued';
}

/** @param path relative to the content, which is a string or a list of blocks */
function inContent(path: JsonPath): { where: Where } | { call: string | number } | undefined {
  const [block = 0, member, , inner] = path;
  if (path.length === 0 || (member === 'text' && path.length === 2)) {
    return { where: 'message' };
  }
  if ((member === 'id' || member === 'tool_use_id') && path.length === 2) {
    return { call: block };
  }
  if (member === 'input') {
    return { where: 'tool' };
  }
  const isOutput = path.length === 2 || (inner === 'text' && path.length === 4);
  return member === 'content' && isOutput ? { where: 'tool' } : undefined;
}
