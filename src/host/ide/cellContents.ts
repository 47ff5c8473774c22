import type { ToolContent } from '../../ide/mcp/tool';

/** The same content in several forms, as an editor may choose among them. */
export interface CellOutput {
  readonly items: readonly { readonly mime: string; readonly data: Uint8Array }[];
}

/** UTF-16 units of all texts together. */
const mostText = 30_000;
/** Bytes of all images together, and how many. */
const mostImageBytes = 4 * 1024 * 1024;
const mostImages = 8;

const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const errorMime = 'application/vnd.code.notebook.error';
const texts = [
  'application/vnd.code.notebook.stdout',
  'application/vnd.code.notebook.stderr',
  errorMime,
  'text/plain',
  'text/markdown',
  'application/json',
  'text/html',
];

/** What a cell has put out, for the model: one form of each output, and no more than it can read. */
export function cellContents(outputs: readonly CellOutput[]): ToolContent[] {
  const found: ToolContent[] = [];
  let room = mostText;
  let imageRoom = mostImageBytes;
  let imageCount = 0;
  let left = 0;
  for (const output of outputs) {
    const image = firstOf(output, images);
    if (image && imageCount < mostImages && image.data.byteLength <= imageRoom) {
      imageCount += 1;
      imageRoom -= image.data.byteLength;
      const data = Buffer.from(image.data).toString('base64');
      found.push({ type: 'image', data, mimeType: image.mime });
      continue;
    }
    for (const text of textsOf(output)) {
      if (text.length > room) {
        left += text.length - room;
      }
      if (room > 0 && text !== '') {
        found.push({ type: 'text', text: text.slice(0, room) });
      }
      room = Math.max(0, room - text.length);
    }
    left += image ? image.data.byteLength : 0;
  }
  if (left > 0) {
    found.push({ type: 'text', text: `(${left} more characters are in the notebook.)` });
  }
  return found.length > 0 ? found : [{ type: 'text', text: '(The cell has put out nothing.)' }];
}

function firstOf({ items }: CellOutput, mimes: readonly string[]) {
  return mimes.flatMap(mime => items.find(item => item.mime === mime) ?? [])[0];
}

/** A stream has many items of one kind; anything else is the same content in several forms. */
function textsOf(output: CellOutput): string[] {
  const first = firstOf(output, texts);
  return output.items
    .filter(item => item.mime === first?.mime)
    .map(({ mime, data }) => {
      const text = new TextDecoder().decode(data);
      return mime === errorMime ? errorText(text) : text;
    });
}

function errorText(json: string): string {
  try {
    const { name = '', message = '', stack = '' } = JSON.parse(json);
    // Kernels colour their traces.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is removed
    return String(stack || `${name}: ${message}`).replaceAll(/\u001b\[[\d;]*m/g, '');
  } catch {
    // Not every kernel keeps to the form.
    return json;
  }
}
