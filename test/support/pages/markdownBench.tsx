import { render } from 'preact';
import { highlightLines } from '../../../webview/ui/highlight/highlightLines';
import { BlockStream } from '../../../webview/ui/markdown/blockStream';
import { Chunk } from '../../../webview/ui/markdown/Chunk';
import { Markdown } from '../../../webview/ui/markdown/Markdown';
import { mixedDocument, oneFence, typescriptLines } from './benchDocuments';

const root = document.getElementById('root') as HTMLElement;
const ignore = () => undefined;

type Show = (text: string, streaming: boolean) => void;

const showMarkdown: Show = (text, streaming) =>
  render(
    <Markdown
      {...{ text, streaming }}
      {...{ onLink: ignore, onCopy: ignore, onInsert: ignore, onRun: ignore }}
    />,
    root,
  );

/** Baseline: the same blocks and elements, but each update lexes and compares the whole text. */
const showWhole: Show = (text, streaming) =>
  render(
    <div class="markdown">
      {new BlockStream().update(text, streaming).map((blocks, index) => (
        <Chunk key={index} blocks={blocks} />
      ))}
    </div>,
    root,
  );

/** Returns the time of one update and its layout, in ms. */
function update(show: Show, text: string, streaming = true): number {
  const start = performance.now();
  show(text, streaming);
  // Stays at the bottom, like the conversation; reading the height forces the frame's layout.
  scrollTo(0, document.documentElement.scrollHeight);
  void root.offsetHeight;
  return performance.now() - start;
}

interface StreamTimes {
  readonly total: number;
  readonly worst: number;
  readonly worstAt: number;
  readonly last: number;
}

function streamDocument(show: Show, text: string, size: number): StreamTimes {
  render(null, root);
  let total = 0;
  let worst = 0;
  let worstAt = 0;
  for (let length = size; length < text.length; length += size) {
    const took = update(show, text.slice(0, length));
    total += took;
    if (took > worst) {
      worst = took;
      worstAt = length;
    }
  }
  const last = update(show, text, false);
  return { total: total + last, worst, worstAt, last };
}

/** Shows an answer of `length` characters, ready to be appended to. */
function prepareAppend(length: number): void {
  render(null, root);
  update(showMarkdown, mixedDocument(length));
}

/** Appends 40 characters to the answer, 300 times. */
function appendTo(length: number): void {
  const base = mixedDocument(length);
  const more = mixedDocument(12_000);
  for (let end = 40; end <= more.length; end += 40) {
    update(showMarkdown, base + more.slice(0, end));
  }
}

/** Returns the ms of each step of coloring 1,000 lines; the first step compiles the grammar. */
function highlightSteps(): { readonly first: number; readonly steps: number[] } {
  const steps: number[] = [];
  const work = highlightLines(typescriptLines(1000), 'typescript');
  for (let done = false; !done; ) {
    const start = performance.now();
    done = work.next().done === true;
    steps.push(performance.now() - start);
  }
  return { first: steps[0] ?? 0, steps: steps.slice(1) };
}

/** Returns the gaps between frames, in ms, while a text streams one piece per frame. */
async function frameGaps(text: string, size: number): Promise<number[]> {
  render(null, root);
  const gaps: number[] = [];
  let before = await nextFrame();
  for (let length = 0; length < text.length; length += size) {
    if (size > 0) {
      showMarkdown(text.slice(0, length + size), true);
    }
    const now = await nextFrame();
    gaps.push(now - before);
    before = now;
  }
  return gaps;
}

function nextFrame(): Promise<number> {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

const bench = {
  stream: (length: number, size: number) =>
    streamDocument(showMarkdown, mixedDocument(length), size),
  streamWhole: (length: number, size: number) =>
    streamDocument(showWhole, mixedDocument(length), size),
  streamFence: (length: number, size: number) =>
    streamDocument(showMarkdown, oneFence(length), size),
  prepareAppend,
  appendTo,
  highlightSteps,
  frameGaps: (length: number, size: number) => frameGaps(mixedDocument(length), size),
};
export type MarkdownBench = typeof bench;

declare global {
  interface Window {
    bench: MarkdownBench;
  }
}

window.bench = bench;
