import { type JsonPath, type JsonVisitor, JsonWalker } from './jsonWalker';
import type { SearchPattern } from './searchPattern';
import { type Excerpt, TextSearch } from './textSearch';

/** Whose words they are, or what else they are. */
export type SaidBy = 'person' | 'agent' | 'tool' | 'title';

export interface SaidMatch {
  readonly by: SaidBy;
  readonly excerpt: Excerpt;
  /** The id of the line, where it has one. */
  readonly uuid?: string | undefined;
}

const shortest = 200;

type Where = 'message' | 'tool' | 'title' | 'queued';

/**
 * Finds what was said in one line of a transcript: text of messages, input and output of tools, and
 * titles. What the CLI notes for itself and for the model, images, and copies do not count.
 */
export class SaidSearch implements JsonVisitor {
  private readonly walker = new JsonWalker(this);
  private readonly search: TextSearch;
  private readonly found = new Map<Where, Excerpt>();
  private reading: Where | 'type' | 'uuid' | 'attachment' | undefined;
  private word = '';
  private words: { type?: string; uuid?: string; attachment?: string } = {};
  private isMeta = false;

  constructor(pattern: SearchPattern) {
    this.search = new TextSearch(pattern);
  }

  push(bytes: Buffer): void {
    this.walker.push(bytes);
  }

  /** What the line holds, now that its end has come; the next one may begin. */
  endLine(): SaidMatch | undefined {
    const match = this.match();
    this.walker.reset();
    // What a line that was cut off has left.
    this.search.end();
    this.reading = undefined;
    this.found.clear();
    this.words = {};
    this.isMeta = false;
    return match;
  }

  wantsText(path: JsonPath): boolean {
    this.reading = this.readingAt(path);
    this.word = '';
    return this.reading !== undefined;
  }

  onText(text: string): void {
    const { reading } = this;
    if (reading === 'type' || reading === 'uuid' || reading === 'attachment') {
      this.word = (this.word + text).slice(0, shortest);
    } else if (reading && !this.found.has(reading)) {
      this.keep(reading, this.search.push(text));
    }
  }

  onTextEnd(): void {
    const { reading } = this;
    if (reading === 'type' || reading === 'uuid' || reading === 'attachment') {
      this.words[reading] = this.word;
    } else if (reading) {
      this.keep(reading, this.search.end());
    }
    this.reading = undefined;
  }

  onTrue(path: JsonPath): void {
    this.isMeta ||= path.length === 1 && path[0] === 'isMeta';
  }

  private keep(where: Where, excerpt: Excerpt | undefined): void {
    if (excerpt && !this.found.has(where)) {
      this.found.set(where, excerpt);
    }
  }

  private readingAt(path: JsonPath): typeof this.reading {
    const [root, second] = path;
    if (path.length === 1) {
      if (root === 'type' || root === 'uuid') {
        return root;
      }
      return root === 'customTitle' || root === 'aiTitle' || root === 'summary' || root === 'tag'
        ? 'title'
        : undefined;
    }
    if (root === 'message' && second === 'content') {
      return inContent(path.slice(2));
    }
    if (root === 'attachment' && second === 'type') {
      return path.length === 2 ? 'attachment' : undefined;
    }
    const isText = path.length === 2 || (path.length === 4 && path[3] === 'text');
    return root === 'attachment' && second === 'prompt' && isText ? 'queued' : undefined;
  }

  private match(): SaidMatch | undefined {
    const { type, uuid, attachment } = this.words;
    const of = (where: Where, by: SaidBy): SaidMatch | undefined => {
      const excerpt = this.found.get(where);
      return excerpt && { by, excerpt, uuid };
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

/** @param path from the content on: a string, or blocks */
function inContent(path: JsonPath): Where | undefined {
  const [, member, , inner] = path;
  if (path.length === 0 || (member === 'text' && path.length === 2)) {
    return 'message';
  }
  if (member === 'input') {
    return 'tool';
  }
  const isOutput = path.length === 2 || (inner === 'text' && path.length === 4);
  return member === 'content' && isOutput ? 'tool' : undefined;
}
