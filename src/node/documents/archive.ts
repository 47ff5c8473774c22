import * as l10n from '@vscode/l10n';
import { unzipSync, zipSync } from 'fflate';
import { messageOf, UserError } from '../../base/errors';

/** Bytes that the parts of a document may have in all when they are unpacked. */
const mostBytes = 64 * 1024 * 1024;
const mostParts = 5_000;

type Parts = Readonly<Record<string, Uint8Array>>;

/**
 * Unpacks the parts of a document that hold text. The sizes that the archive states bound what is
 * unpacked, so that a small file cannot fill the memory.
 * @throws UserError `attachment.unreadable`, `attachment.tooLarge`
 */
export function textParts(bytes: Uint8Array): Parts {
  let size = 0;
  let count = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        const isText = /\.(?:xml|rels)$|^mimetype$/i.test(name);
        size += isText ? originalSize : 0;
        if (size > mostBytes || count > mostParts) {
          throw tooLarge();
        }
        return isText;
      },
    });
  } catch (error) {
    throw error instanceof UserError ? error : unreadable(messageOf(error));
  }
}

/** Packs parts again, for libraries that read whole files and know no limits. */
export function packed(parts: Parts): Uint8Array {
  return zipSync(parts, { level: 0 });
}

export function unreadable(reason: string): UserError {
  return new UserError(
    'attachment.unreadable',
    l10n.t('The file is damaged or protected and cannot be read ({0}).', reason),
  );
}

export function tooLarge(): UserError {
  return new UserError(
    'attachment.tooLarge',
    l10n.t('The file holds more than can be converted. Save a part of it as its own file.'),
  );
}
