import { isObject } from '../../../base/json';
import type { ToolContent } from '../../../ide/mcp/tool';
import { plainOutput } from '../../tasks/outputText';
import { startOf } from './boundedText';

/** The forms of one output, any of which says it. */
export type CellItem = readonly { readonly mime: string; readonly data: Uint8Array }[];

const longestText = 20_000;
const mostImages = 5;
/** Bytes; the API takes no larger ones. */
const largestImage = 3 * 1024 * 1024;

const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const texts = [
  'application/vnd.code.notebook.stdout',
  'application/vnd.code.notebook.stderr',
  'text/plain',
  'text/markdown',
  'application/json',
  'text/html',
];
const errors = 'application/vnd.code.notebook.error';

/** What a cell has put out, each output in the form that tells a model most. */
export function cellContent(outputs: readonly CellItem[]): readonly ToolContent[] {
  if (outputs.length === 0) {
    return [{ type: 'text', text: '(no output)' }];
  }
  let count = 0;
  return outputs.map((items): ToolContent => {
    const image = items.find(({ mime }) => images.includes(mime));
    if (image && image.data.byteLength <= largestImage && count < mostImages) {
      count += 1;
      const data = Buffer.from(image.data).toString('base64');
      return { type: 'image', data, mimeType: image.mime };
    }
    return { type: 'text', text: startOf(textOf(items), longestText) };
  });
}

function textOf(items: CellItem): string {
  const error = items.find(({ mime }) => mime === errors);
  if (error) {
    return errorText(decode(error.data));
  }
  const [best] = texts.flatMap(mime => items.filter(item => item.mime === mime));
  return best
    ? plainOutput(decode(best.data))
    : `(an output of ${items.map(({ mime }) => mime).join(', ') || 'no type'} that is not shown)`;
}

function errorText(json: string): string {
  try {
    const error: unknown = JSON.parse(json);
    if (isObject(error)) {
      const { name, message, stack } = error;
      const words = [name, message].filter(Boolean).join(': ');
      const trace = typeof stack === 'string' ? plainOutput(stack) : '';
      return trace.includes(words) ? trace : [words, trace].filter(Boolean).join('\n');
    }
  } catch {
    // Some kernels write it as it is.
  }
  return json;
}

function decode(data: Uint8Array): string {
  return new TextDecoder().decode(data);
}
