import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Baselines } from '../store/baselines';
import { commonEncoding, decode, encode, type TextEncoding } from '../text/fileText';
import { toLines } from '../text/lines';
import type { StoredContent } from './reviewRecord';

/** Bytes of a file; `undefined` if there is no file. */
export type Bytes = Uint8Array | undefined;

/** Converts stored contents to bytes and back. */
export class Contents {
  constructor(private readonly baselines: Pick<Baselines, 'put' | 'get'>) {}

  /** @throws UserError `change.lost` when the store no longer has the content */
  async read(content: StoredContent): Promise<Bytes> {
    if (!content) {
      return undefined;
    }
    const bytes = await this.baselines.get(content.ref);
    if (!bytes) {
      throw new UserError(
        'change.lost',
        l10n.t('The recorded content of the file is no longer there.'),
      );
    }
    return bytes;
  }

  /** @throws the store's error when the content cannot be stored */
  async keep(
    bytes: Bytes,
    like: { readonly mode?: number | undefined } | null = null,
  ): Promise<StoredContent> {
    if (!bytes) {
      return null;
    }
    const mode = like?.mode;
    return { ref: await this.baselines.put(bytes), ...(mode === undefined ? {} : { mode }) };
  }
}

export function sameBytes(a: Bytes, b: Bytes): boolean {
  return a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0);
}

/** Contents of one file as lines that can be compared and written back byte for byte. */
export interface LineView {
  readonly encoding: TextEncoding;
  readonly texts: readonly (readonly string[])[];
}

/**
 * Splits contents into lines.
 * @returns `undefined` if one is not text, is missing, or has a different encoding
 */
export function asLines(contents: readonly Bytes[]): LineView | undefined {
  const present = contents.filter(bytes => bytes !== undefined);
  const encoding = present.length === contents.length ? commonEncoding(present) : undefined;
  return encoding && { encoding, texts: present.map(bytes => toLines(decode(bytes, encoding))) };
}

export function fromLines(lines: readonly string[], encoding: TextEncoding): Uint8Array {
  return encode(lines.join(''), encoding);
}
