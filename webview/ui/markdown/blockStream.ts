import type { Links, Token, Tokens } from 'marked';
import {
  appendToGroups,
  type Block,
  chunkSize,
  type Groups,
  isLoose,
  itemGroupSize,
  lineGroupSize,
} from './blocks';
import { dedent, type Fence, mayClose, openFence, readFence } from './fence';
import { lexBlocks, noLinks } from './lex';
import {
  codeBlock,
  frozenList,
  knownLinks,
  listBlock,
  type OpenList,
  reuse,
  sameShape,
} from './makeBlock';

interface OpenFence {
  readonly fence: Fence;
  readonly start: number;
  lines: Groups<string>;
}

/**
 * Incremental Markdown parser: takes growing text, returns top-level blocks in chunks. Only text
 * after the last frozen block is lexed again; an open code fence is not lexed at all.
 */
export class BlockStream {
  private seen = '';
  private pendingReturn = false;
  /** Chunks of frozen blocks. */
  private frozen: Groups<Block> = [];
  private shown: Groups<Block> = [];
  private tail = '';
  private tailStart = 0;
  private tailBlocks: readonly Block[] = [];
  private links: Links = noLinks();
  private list: OpenList | undefined;
  private fence: OpenFence | undefined;
  private pieces = 0;
  private finished = false;

  /** Length of the text that the next update lexes again. */
  get openLength(): number {
    return this.fence === undefined ? this.tail.length : 0;
  }

  /** Returns all blocks so far. Unchanged blocks, chunks and groups keep their object identity. */
  update(text: string, streaming: boolean): Groups<Block> {
    // Comparing slices is a memory comparison; startsWith works character by character.
    if (text.slice(0, this.seen.length) !== this.seen || (this.finished && text !== this.seen)) {
      this.reset();
    }
    const ended = !streaming && !this.finished;
    if (text.length > this.seen.length || ended) {
      this.append(text.slice(this.seen.length), streaming);
      this.seen = text;
      if (ended) {
        this.finish();
      }
    }
    return this.shown;
  }

  private reset(): void {
    this.seen = '';
    this.pendingReturn = false;
    this.frozen = [];
    this.shown = [];
    this.tail = '';
    this.tailStart = 0;
    this.tailBlocks = [];
    this.links = noLinks();
    this.list = undefined;
    this.fence = undefined;
    this.pieces = 0;
    this.finished = false;
  }

  private append(text: string, streaming: boolean): void {
    this.tail += this.normalize(text, streaming);
    this.pieces += 1;
    // Each round freezes what it can. A fence that opens or closes switches the mode for the rest.
    for (let again = true; again; ) {
      again = this.fence === undefined ? this.lexTail() : this.readFence(this.fence, streaming);
    }
    this.shown = appendToGroups(this.frozen, this.tailBlocks, chunkSize);
  }

  private normalize(text: string, streaming: boolean): string {
    const source = this.pendingReturn ? `\r${text}` : text;
    this.pendingReturn = streaming && source.endsWith('\r');
    const ready = this.pendingReturn ? source.slice(0, -1) : source;
    return ready.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
  }

  /**
   * Lexes the tail.
   * @returns true if it ends in an open fence whose lines must be read next
   */
  private lexTail(): boolean {
    const { tokens, links, inline } = lexBlocks(this.tail, this.links);
    inline();
    let offset = this.tailStart;
    const places: { readonly token: Token; readonly start: number }[] = [];
    for (const token of tokens) {
      if (token.type !== 'space') {
        places.push({ token, start: offset });
      }
      offset += token.raw.length;
    }
    const last = places[places.length - 1];
    if (last === undefined) {
      this.tailBlocks = [];
      return false;
    }
    if (this.list !== undefined && places[0]?.token.type !== 'list') {
      this.frozen = appendToGroups(this.frozen, [frozenList(this.list, this.tailStart)], chunkSize);
      this.list = undefined;
    }
    // A block is final once the first line after it is complete: before that, the line may still
    // turn out to continue it ("1" → "1. item", "-" → "---").
    const lineComplete = this.tail.indexOf('\n', last.start - this.tailStart) >= 0;
    const cut = Math.max(0, places.length - (lineComplete ? 1 : 2));
    const blocks = places.map(({ token, start }, index) =>
      this.toBlock(token, start, index === 0 ? this.list : undefined),
    );
    this.links = knownLinks(this.links, links, places.slice(0, cut));
    const open = lineComplete ? this.openedFence(last.token, last.start) : undefined;
    if (open !== undefined) {
      this.freeze(blocks.slice(0, -1), last.start + last.token.raw.indexOf('\n') + 1);
      this.fence = open;
      return true;
    }
    const rest = blocks.slice(cut);
    const first = places[cut];
    if (cut > 0) {
      this.freeze(blocks.slice(0, cut), first?.start ?? this.tailStart);
    }
    if (first?.token.type === 'list') {
      this.freezeItems(first.token as Tokens.List, first.start, cut === places.length - 1);
    }
    this.tailBlocks = rest.map((block, index) => reuse(this.tailBlocks[index], block));
    return false;
  }

  private toBlock(token: Token, start: number, list: OpenList | undefined): Block {
    const end = start + token.raw.trimEnd().length;
    if (token.type === 'list') {
      return listBlock(token as Tokens.List, start, end, list);
    }
    const fence = token.type === 'code' ? openFence(token.raw) : undefined;
    if (fence === undefined) {
      return { kind: 'token', start, end, token };
    }
    const { lines, closed } = readFence(fence, token.raw);
    return codeBlock(fence, start, end, appendToGroups([], lines, lineGroupSize), !closed);
  }

  private freeze(blocks: readonly Block[], upTo: number): void {
    this.frozen = appendToGroups(
      this.frozen,
      blocks.map((block, index) => reuse(this.tailBlocks[index], block)),
      chunkSize,
    );
    this.tail = this.tail.slice(upTo - this.tailStart);
    this.tailStart = upTo;
    this.tailBlocks = [];
    this.list = undefined;
  }

  /** Freezes the items of an open list that later text can no longer change. */
  private freezeItems(token: Tokens.List, start: number, isLast: boolean): void {
    const before = this.list;
    const items = token.items;
    const lastStart = items.slice(0, -1).reduce((sum, item) => sum + item.raw.length, 0);
    const lineComplete =
      !isLast || this.tail.indexOf('\n', start - this.tailStart + lastStart) >= 0;
    const count = items.length - (lineComplete ? 1 : 2);
    if (count <= 0) {
      return;
    }
    const taken = items.slice(0, count);
    const length = taken.reduce((sum, item) => sum + item.raw.length, 0);
    this.list = {
      start: before?.start ?? start,
      ordered: token.ordered,
      first: before?.first ?? (token.start === '' ? 1 : token.start),
      groups: appendToGroups(before?.groups ?? [], taken, itemGroupSize),
      loose: before?.loose === true || isLoose(items.slice(0, count + 1)),
    };
    this.tail = this.tail.slice(start + length - this.tailStart);
    this.tailStart = start + length;
  }

  private openedFence(token: Token, start: number): OpenFence | undefined {
    const fence = token.type === 'code' ? openFence(token.raw) : undefined;
    return fence === undefined ? undefined : { fence, start, lines: [] };
  }

  /**
   * Reads complete lines of an open fence.
   * @returns true if the fence was closed and the text after it must be lexed
   */
  private readFence(open: OpenFence, streaming: boolean): boolean {
    const { fence } = open;
    const lines: string[] = [];
    let from = 0;
    let closedAt = -1;
    for (let to = this.tail.indexOf('\n'); to >= 0; to = this.tail.indexOf('\n', from)) {
      const line = this.tail.slice(from, to);
      if (fence.closing.test(line)) {
        closedAt = to;
        break;
      }
      lines.push(dedent(fence, line));
      from = to + 1;
    }
    open.lines = appendToGroups(open.lines, lines, lineGroupSize);
    if (closedAt >= 0) {
      const end = this.tailStart + this.tail.slice(0, closedAt).trimEnd().length;
      const block = codeBlock(fence, open.start, end, open.lines, false);
      this.fence = undefined;
      this.freeze([block], this.tailStart + closedAt + 1);
      return true;
    }
    this.tail = this.tail.slice(from);
    this.tailStart += from;
    const closed = fence.closing.test(this.tail);
    const hidden = this.tail === '' || closed || (streaming && mayClose(fence, this.tail));
    const shown = hidden
      ? open.lines
      : appendToGroups(open.lines, [dedent(fence, this.tail)], lineGroupSize);
    const end = this.tailStart + this.tail.trimEnd().length;
    this.tailBlocks = [codeBlock(fence, open.start, end, shown, streaming && !closed)];
    return false;
  }

  /**
   * Lexes the whole text once more at its end, because references may be defined after their use.
   * This also corrects blocks that were frozen wrongly.
   */
  private finish(): void {
    this.finished = true;
    this.closeFences();
    if (this.pieces === 1) {
      return;
    }
    const source = this.seen.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
    const { tokens, links, inline, failed } = lexBlocks(source, noLinks());
    if (failed) {
      return;
    }
    const referenced = Object.keys(links).length > 0;
    const old = new Map(this.shown.flat().map(block => [block.start, block]));
    let offset = 0;
    let changed = false;
    const fresh: Block[] = [];
    for (const token of tokens) {
      if (token.type !== 'space') {
        const block = this.toBlock(token, offset, undefined);
        const before = old.get(offset);
        const stale = referenced && token.type !== 'code' && token.raw.includes('[');
        const keep = before !== undefined && !stale && sameShape(before, block);
        changed ||= !keep;
        fresh.push(keep ? before : block);
      }
      offset += token.raw.length;
    }
    if (changed || fresh.length !== old.size) {
      inline();
      this.shown = appendToGroups([], fresh, chunkSize);
      this.closeFences();
    }
  }

  private closeFences(): void {
    const last = this.shown[this.shown.length - 1];
    const block = last?.[last.length - 1];
    if (last !== undefined && block?.kind === 'code' && block.open) {
      const closed: Block = { ...block, open: false };
      this.shown = [...this.shown.slice(0, -1), [...last.slice(0, -1), closed]];
    }
  }
}
