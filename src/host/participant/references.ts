import { isObject } from '../../base/json';
import type { ImageMediaType } from '../../contract/content';
import type { LineRange } from '../../contract/mentions';

/** File, text or image that a request brings along, as VS Code passes it. */
export interface ChatReference {
  readonly id: string;
  /** UTF-16 units of the prompt that name it; absent: it was attached beside the text. */
  readonly range?: readonly [start: number, end: number] | undefined;
  readonly modelDescription?: string | undefined;
  readonly value: unknown;
}

/** Resource of a reference; only `file` has a path on disk. */
export interface ResourceShape {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

/** Content of a reference, by the shape of its value. */
export type Referred =
  | { readonly kind: 'resource'; readonly uri: ResourceShape; readonly lines?: LineRange }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'image';
      readonly mediaType: ImageMediaType;
      data(): PromiseLike<Uint8Array>;
    }
  | { readonly kind: 'unknown' };

const imageTypes: readonly ImageMediaType[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
];

/** Recognizes the value by its shape: which classes there are depends on the version. */
export function referred({ value }: ChatReference): Referred {
  if (typeof value === 'string') {
    return { kind: 'text', text: value };
  }
  if (isResource(value)) {
    return { kind: 'resource', uri: value };
  }
  if (!isObject(value)) {
    return { kind: 'unknown' };
  }
  const { uri, range, mimeType, data } = value;
  if (isResource(uri)) {
    const lines = linesOf(range);
    return { kind: 'resource', uri, ...(lines ? { lines } : {}) };
  }
  const mediaType = imageTypes.find(known => known === mimeType);
  return mediaType && isReader(data)
    ? { kind: 'image', mediaType, data: async () => data.call(value) }
    : { kind: 'unknown' };
}

/** True for what VS Code adds by itself, such as the file in the active editor. */
export function isImplicit({ id }: ChatReference): boolean {
  return id.startsWith('vscode.implicit');
}

function isReader(value: unknown): value is () => PromiseLike<Uint8Array> {
  return typeof value === 'function';
}

function isResource(value: unknown): value is ResourceShape {
  return (
    isObject(value) &&
    [value.scheme, value.path, value.fsPath].every(part => typeof part === 'string')
  );
}

/** Lines of a range whose places are 0-based. A range that ends at a line's start leaves it out. */
function linesOf(range: unknown): LineRange | undefined {
  if (!isObject(range) || !isObject(range.start) || !isObject(range.end)) {
    return undefined;
  }
  const { line: first } = range.start;
  const { line: last, character } = range.end;
  if (!isLine(first) || !isLine(last)) {
    return undefined;
  }
  const end = character === 0 && last > first ? last - 1 : last;
  return { start: first + 1, end: Math.max(first, end) + 1 };
}

function isLine(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
