import mammoth from 'mammoth';
import { messageOf } from '../../base/errors';
import { packed, textParts, unreadable } from './archive';
import { htmlText } from './htmlText';

/** Returns the text of a Word document, with its headings, lists and tables in Markdown. */
export async function wordText(bytes: Uint8Array): Promise<string> {
  const parts = textParts(bytes);
  if (!parts['word/document.xml']) {
    throw unreadable('word/document.xml');
  }
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(packed(parts)) },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return htmlText(value);
  } catch (error) {
    throw unreadable(messageOf(error));
  }
}
