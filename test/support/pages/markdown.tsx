import { marked } from 'marked';
import { render } from 'preact';
import { Diff } from '../../../webview/ui/Diff';
import type { DiffHunk } from '../../../webview/ui/diff/diffRows';
import { languageOf } from '../../../webview/ui/highlight/languages';
import type { LinkTarget } from '../../../webview/ui/markdown/links';
import { Markdown } from '../../../webview/ui/markdown/Markdown';

const root = document.getElementById('root') as HTMLElement;
const links: LinkTarget[] = [];
const copies: string[] = [];

function show(text: string, streaming: boolean): void {
  render(
    <Markdown
      text={text}
      streaming={streaming}
      onLink={target => links.push(target)}
      onCopy={copied => copies.push(copied)}
      onInsert={code => copies.push(`insert: ${code}`)}
      onRun={code => copies.push(`run: ${code}`)}
    />,
    root,
  );
}

function clear(): void {
  render(null, root);
  links.length = 0;
  copies.length = 0;
}

/** Shows a text that arrives in pieces; `end` false leaves the stream open. */
function stream(text: string, size: number, end: boolean): string {
  clear();
  for (let length = size; length < text.length; length += size) {
    show(text.slice(0, length), true);
  }
  show(text, true);
  if (end) {
    show(text, false);
  }
  return outline(root);
}

/** Describes an element's tree: tags, attributes and text, without colors, which arrive later. */
function outline(node: Node): string {
  if (!(node instanceof Element)) {
    return node.textContent ?? '';
  }
  const inner = node.matches('.code-line')
    ? (node.textContent ?? '')
    : [...node.childNodes].map(outline).join('');
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
  return `<${node.localName}${attributes}>${inner}</${node.localName}>`;
}

/** Returns our DOM and the HTML of marked's renderer, both reduced to their common parts. */
function againstMarked(text: string): { readonly ours: string; readonly theirs: string } {
  clear();
  show(text, false);
  const html = marked.parse(text, { async: false, gfm: true });
  const theirs = new DOMParser().parseFromString(html, 'text/html').body;
  const betweenBlocks =
    /(?<=<\/?(?:p|h\d|[uo]l[ \d]*|li|blockquote|hr|table|thead|tbody|tr|th|td|pre)>) | (?=<\/?(?:p|h\d|[uo]l|li|blockquote|hr|table|thead|tbody|tr|th|td|pre)[ \d]*>)/g;
  return {
    ours: skeleton(root).replace(betweenBlocks, ''),
    theirs: skeleton(theirs).replace(betweenBlocks, ''),
  };
}

function skeleton(node: Node): string {
  if (!(node instanceof Element)) {
    return (node.textContent ?? '').replace(/\s+/g, ' ');
  }
  if (node.matches('.code-header, input')) {
    return '';
  }
  if (node.matches('pre')) {
    return `<pre>${(node.textContent ?? '').replace(/\n+$/, '')}</pre>`;
  }
  if (node instanceof HTMLImageElement) {
    return node.alt;
  }
  const inner = [...node.childNodes].map(skeleton).join('').trim();
  const name = node.localName;
  if (
    /^(?:p|h\d|ul|li|blockquote|hr|strong|em|del|br|table|thead|tbody|tr|th|td|pre)$/.test(name)
  ) {
    return `<${name}>${inner}</${name}>`;
  }
  return name === 'ol' ? `<ol ${node.getAttribute('start') ?? 1}>${inner}</ol>` : inner;
}

function showDiff(patch: readonly DiffHunk[], language: string): void {
  clear();
  const count = (sign: string) =>
    patch.flatMap(hunk => hunk.lines).filter(line => line.startsWith(sign)).length;
  render(
    <Diff patch={patch} language={languageOf(language)} added={count('+')} removed={count('-')} />,
    root,
  );
}

const outlineNow = () => outline(root);

const harness = { outlineNow, show, clear, stream, againstMarked, showDiff, links, copies };
export type MarkdownHarness = typeof harness;

declare global {
  interface Window {
    harness: MarkdownHarness;
  }
}

window.harness = harness;
