import { Component } from 'preact';
import { BlockStream } from './blockStream';
import { Chunk } from './Chunk';
import type { LinkTarget } from './links';
import { type MarkdownActions, MarkdownContext } from './markdownContext';

interface MarkdownProps {
  /** Whole text so far. Appending is cheap at any length; any other change starts over. */
  readonly text: string;
  /** True if more text may follow. */
  readonly streaming: boolean;
  readonly onLink: (target: LinkTarget) => void;
  readonly onCopy: (text: string) => void;
  readonly onInsert: (text: string) => void;
  readonly onRun: (text: string) => void;
}

/** Larger open blocks render four times a second, because each update lays them out entirely. */
const largeBlock = 20_000;
const largeBlockInterval = 250;
/**
 * If updating a block beyond `costlyBlock` takes `t` ms, longer than `longUpdate`, the next update
 * waits `t * restFactor` ms: hostile text may cost the lexer quadratic time.
 */
const costlyBlock = 2000;
const longUpdate = 12;
const restFactor = 4;

/** Renders untrusted Markdown from the agent: creates no HTML, fetches nothing, never navigates. */
export class Markdown extends Component<MarkdownProps> {
  private readonly stream = new BlockStream();
  private readonly actions: MarkdownActions = {
    openLink: target => this.props.onLink(target),
    copy: text => this.props.onCopy(text),
    insert: text => this.props.onInsert(text),
    run: text => this.props.onRun(text),
  };
  private renderedAt = 0;
  private duration = 0;
  private rendered = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  override shouldComponentUpdate(next: MarkdownProps): boolean {
    if (next.text === this.props.text && next.streaming === this.props.streaming) {
      return false;
    }
    const wait = next.streaming ? this.restingTime(next.text) : 0;
    if (wait <= 0) {
      return true;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.forceUpdate();
    }, wait);
    return false;
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private restingTime(text: string): number {
    const { openLength } = this.stream;
    const large = openLength > largeBlock && !text.slice(this.rendered.length).includes('\n\n');
    const costly = openLength > costlyBlock && this.duration > longUpdate;
    const rest = costly ? this.duration * restFactor : 0;
    return this.renderedAt + Math.max(large ? largeBlockInterval : 0, rest) - performance.now();
  }

  override render() {
    const { text, streaming } = this.props;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.renderedAt = performance.now();
    const chunks = this.stream.update(text, streaming);
    this.duration = performance.now() - this.renderedAt;
    this.rendered = text;
    return (
      <MarkdownContext.Provider value={this.actions}>
        <div class="markdown">
          {chunks.map((blocks, index) => (
            <Chunk key={index} blocks={blocks} />
          ))}
        </div>
      </MarkdownContext.Provider>
    );
  }
}
