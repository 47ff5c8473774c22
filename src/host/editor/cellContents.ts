import { isObject } from '../../base/json';
import { plainOutput } from '../../base/plainOutput';
import type { ToolContent } from '../../terminalServer/mcp/tool';

interface OutputItem {
  readonly mime: string;
  readonly data: Uint8Array;
}

/** Alternative forms of the same content, for an editor to choose; for a stream, all its parts. */
export interface CellOutput {
  readonly items: readonly OutputItem[];
}

/** UTF-16 units of all texts together. */
const mostText = 30_000;
const mostImages = 8;
/** Bytes, the largest image that the API accepts. */
const largestImage = 3 * 1024 * 1024;

const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const errorMime = 'application/vnd.code.notebook.error';
const texts = [
  errorMime,
  'application/vnd.code.notebook.stdout',
  'application/vnd.code.notebook.stderr',
  'text/plain',
  'text/markdown',
  'application/json',
  'text/html',
];

/** Converts a cell's outputs for the model: one form per output, within the limits above. */
export function cellContents(outputs: readonly CellOutput[]): ToolContent[] {
  const found: ToolContent[] = [];
  let room = mostText;
  let left = 0;
  let imageCount = 0;
  for (const { items } of outputs) {
    const image = firstOf(items, images);
    if (image && image.data.byteLength <= largestImage && imageCount < mostImages) {
      imageCount += 1;
      const data = Buffer.from(image.data).toString('base64');
      found.push({ type: 'image', data, mimeType: image.mime });
      continue;
    }
    const text = textOf(items);
    if (room > 0 && text !== '') {
      found.push({ type: 'text', text: text.slice(0, room) });
    }
    left += Math.max(0, text.length - room);
    room = Math.max(0, room - text.length);
  }
  if (left > 0) {
    found.push({ type: 'text', text: `(${left} more characters are in the notebook.)` });
  }
  return found.length > 0 ? found : [{ type: 'text', text: '(The cell has put out nothing.)' }];
}

function textOf(items: readonly OutputItem[]): string {
  const best = firstOf(items, texts);
  if (!best) {
    const types = items.map(({ mime }) => mime).join(', ');
    return types && `(an output of ${types} that is not shown)`;
  }
  const parts = items.filter(({ mime }) => mime === best.mime).map(({ data }) => decode(data));
  return best.mime === errorMime ? parts.map(errorText).join('\n') : plainOutput(parts.join(''));
}

function errorText(json: string): string {
  try {
    const error: unknown = JSON.parse(json);
    if (isObject(error)) {
      const { name, message, stack } = error;
      const summary = [name, message].filter(Boolean).join(': ');
      const trace = typeof stack === 'string' ? plainOutput(stack) : '';
      return trace.includes(summary) ? trace : [summary, trace].filter(Boolean).join('\n');
    }
  } catch {
    // Some kernels write the error as plain text.
  }
  return json;
}

function firstOf(items: readonly OutputItem[], mimes: readonly string[]): OutputItem | undefined {
  return mimes.flatMap(mime => items.find(item => item.mime === mime) ?? [])[0];
}

function decode(data: Uint8Array): string {
  return new TextDecoder().decode(data);
}
