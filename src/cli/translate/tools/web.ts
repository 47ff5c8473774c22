import { isObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolContent } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

interface Link {
  readonly title: string;
  readonly url: string;
}

export const webFetch = toolSpec(
  'webFetch',
  'webFetch',
  wire => omitUndefined({ url: wire.url, prompt: wire.prompt }),
  {
    target: input => shownUrl(textAt(input, 'url')),
    drafts: { prompt: 'prompt' },
    content: ({ structured, text }) => [
      { type: 'markdown', text: readToolResult('webFetch', structured)?.result ?? text },
    ],
  },
);

export const webSearch = toolSpec('webSearch', 'webSearch', wire => ({ query: wire.query }), {
  target: input => textAt(input, 'query'),
  content: searchContent,
});

function shownUrl(url: string | undefined): string | undefined {
  return url?.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

function searchContent({ structured, text }: ToolResult): ToolContent[] {
  const parts = readToolResult('webSearch', structured);
  if (!parts) {
    return fromText(text);
  }
  const links = parts.results.flatMap(entry => (isObject(entry) ? linksOf(entry.content) : []));
  const texts = parts.results.filter((entry): entry is string => typeof entry === 'string');
  return contents(links, texts.join('\n\n'));
}

/** Reads the text for the model: a line "Links: [{title, url}…]" among prose. */
function fromText(text: string): ToolContent[] {
  const links: Link[] = [];
  const prose = text.split('\n').filter(line => {
    const found = line.startsWith('Links: [') ? linksOf(parsed(line.slice(7))) : [];
    links.push(...found);
    return found.length === 0;
  });
  return contents(links, prose.join('\n').trim());
}

function contents(links: readonly Link[], prose: string): ToolContent[] {
  return [
    ...(links.length > 0 ? [{ type: 'links' as const, links }] : []),
    ...(prose === '' ? [] : [{ type: 'markdown' as const, text: prose }]),
  ];
}

function linksOf(value: unknown): Link[] {
  const entries: unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap(entry => {
    const { title, url } = isObject(entry) ? entry : {};
    return typeof url === 'string' ? [{ title: typeof title === 'string' ? title : url, url }] : [];
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
