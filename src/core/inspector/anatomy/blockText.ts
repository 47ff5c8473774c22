import { asString, isObject, parsedJson } from '../../../base/json';
import { spansIn } from './jsonSpans';
import type { RequestBlock } from './requestBlocks';
import { preview } from './shownTexts';

/** Characters of encoded data that are shown. */
const shownData = 32;
/** Characters of an input that a preview is made of. */
const longestInput = 700;

/** Returns a block as it is read: its text where it has one, else its JSON. */
export function blockText({ type, json, value }: Pick<RequestBlock, 'type' | 'json' | 'value'>): {
  readonly text: string;
  readonly isJson: boolean;
} {
  const text = textOf(type, value ?? brokenText(json));
  return text === undefined ? { text: withoutData(json), isJson: true } : { text, isJson: false };
}

export function blockPreview(block: RequestBlock): string {
  const { type, json, value } = block;
  if (type === 'tool_use' && isObject(value)) {
    const input = spansIn(json, 0, json.length).find(({ name }) => name === 'input');
    return preview(
      `${asString(value.name) ?? ''} ${input ? json.slice(input.from, Math.min(input.to, input.from + longestInput)) : ''}`,
    );
  }
  if (type === 'tool' && isObject(value) && typeof value.description === 'string') {
    return preview(value.description);
  }
  return preview(blockText(block).text);
}

/** Writes data of images and documents short: nobody reads base64. */
function withoutData(json: string): string {
  return json.replace(/("data"\s{0,8}:\s{0,8}")([A-Za-z0-9+/=_-]{200,})/g, (_, name, data) => {
    const encoded = String(data);
    return `${String(name)}${encoded.slice(0, shownData)}… (${encoded.length})`;
  });
}

function textOf(type: string, value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  if (!isObject(value)) {
    return undefined;
  }
  if (type === 'tool_result') {
    return resultText(value.content);
  }
  const member = type === 'thinking' ? value.thinking : type === 'text' ? value.text : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** Returns undefined for results with anything else than text. */
function resultText(content: unknown): string | undefined {
  if (typeof content === 'string') {
    return content;
  }
  const texts = (Array.isArray(content) ? content : [undefined]).map(block =>
    isObject(block) && block.type === 'text' && typeof block.text === 'string'
      ? block.text
      : undefined,
  );
  return texts.every(text => text !== undefined) ? texts.join('\n') : undefined;
}

/** Returns the text of a block that breaks off inside of it. */
function brokenText(json: string): unknown {
  const isPlain = json.startsWith('"');
  const span = isPlain
    ? { from: 0, to: json.length }
    : spansIn(json, 0, json.length).find(({ name }) => name === 'text');
  if (!span) {
    return undefined;
  }
  // The end may cut an escape in two.
  const text = json.slice(span.from, span.to).replace(/\\(?:u[0-9a-f]{0,3})?$/i, '');
  const whole = parsedJson(text.endsWith('"') && text.length > 1 ? text : `${text}"`);
  return isPlain ? whole : { text: whole };
}
