import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../../base/decodeText';
import { UserError } from '../../../base/errors';
import { readPlace } from '../../../core/edits/fileContent';

export interface StoredText {
  /** Without a byte order mark. */
  readonly text: string;
  /** False if the bytes are in an encoding that had to be guessed. */
  readonly isUtf8: boolean;
}

/**
 * Reads a text file that no editor has open.
 * @param real path without links; see `realPlace`
 * @param path as the agent knows it
 * @returns undefined if there is no file
 * @throws UserError `file.unreadable` (also if it is too large), `file.binary`
 */
export async function storedText(real: string, path: string): Promise<StoredText | undefined> {
  const content = await readPlace(real);
  switch (content.kind) {
    case 'absent':
      return undefined;
    case 'unreadable':
      throw new UserError('file.unreadable', `${path} cannot be read. ${content.reason}`);
    case 'read': {
      const text = decodeText(content.bytes, TextDecoder);
      if (text === undefined) {
        throw new UserError(
          'file.binary',
          `${path} is not a text file (${content.bytes.length} bytes).`,
        );
      }
      return { text, isUtf8: isUtf8(content.bytes) && !content.bytes.includes(0) };
    }
  }
}
