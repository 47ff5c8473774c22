import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import type { BlobContent } from '../../../contract/calls';
import type { Image, Text } from '../../../contract/content';
import type { Turn } from '../../../contract/conversation';
import type { BlobId } from '../../../contract/ids';
import { plainLine } from './fences';

/** Reads content stored separately because of its length; undefined if it is no longer kept. */
export type ReadBlob = (id: BlobId) => BlobContent | undefined | Promise<BlobContent | undefined>;

/** Full texts and images of a turn, wherever they are kept. */
export class BlobResolver {
  private constructor(private readonly blobs: ReadonlyMap<string, BlobContent>) {}

  /** Reads the turn's separately stored content. A placeholder replaces what cannot be read. */
  static async of(turn: Turn, read: ReadBlob): Promise<BlobResolver> {
    const blobs = new Map<string, BlobContent>();
    for (const id of blobsIn(turn)) {
      const content = await Promise.resolve(read(id)).catch(() => undefined);
      if (content) {
        blobs.set(id, content);
      }
    }
    return new BlobResolver(blobs);
  }

  text(text: Text): string {
    if (typeof text === 'string') {
      return text;
    }
    const kept = this.blobs.get(text.blob);
    return kept?.kind === 'text'
      ? kept.text
      : `${text.preview}\n${l10n.t('… (the rest of {0} characters is no longer kept)', text.length)}`;
  }

  /** Renders the image as Markdown with a data URI, so that the document is a single file. */
  image({ mediaType, bytes, data, blob, name }: Image): string {
    const kept = blob === undefined ? undefined : this.blobs.get(blob);
    const base64 = data ?? (kept?.kind === 'base64' ? kept.data : undefined);
    const title = plainLine(name || l10n.t('Image'));
    return base64 === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)
      ? l10n.t('{0} ({1} bytes, no longer kept)', title, bytes)
      : `![${title}](data:${mediaType};base64,${base64})`;
  }

  /** Returns the JSON value with every long text in full. */
  values(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(one => this.values(one));
    }
    if (!isObject(value)) {
      return value;
    }
    if (isLongText(value)) {
      return this.text(value);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.values(one)]));
  }
}

/** An agent may use the same names for values of its own. */
function isLongText(value: object): value is Exclude<Text, string> {
  return (
    'blob' in value &&
    'preview' in value &&
    typeof value.preview === 'string' &&
    'length' in value &&
    typeof value.length === 'number'
  );
}

function blobsIn(value: unknown): BlobId[] {
  if (Array.isArray(value)) {
    return value.flatMap(blobsIn);
  }
  if (!isObject(value)) {
    return [];
  }
  if (value.kind === 'prompt') {
    // Documents list what went with a message, but do not contain it.
    const { context: _, ...shown } = value;
    return Object.values(shown).flatMap(blobsIn);
  }
  const own = typeof value.blob === 'string' ? [value.blob as BlobId] : [];
  return [...own, ...Object.values(value).flatMap(blobsIn)];
}
