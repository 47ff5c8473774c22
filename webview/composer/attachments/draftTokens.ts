import { imageSize } from '../../../src/base/imageSize';
import { imageTokens, pdfTokens, textTokens } from '../../../src/base/tokenEstimate';
import type { Attachment, Draft, ImageUpload } from '../../../src/contract/draft';
import type { FrontContext } from '../../../src/contract/mentions';
import type { ShellLine } from '../../../src/contract/shell';

/** Base64 characters of an image that contain its size. */
const imageHead = 256 * 1024;
/** Estimates of content that never changes: counting a PDF's pages reads all of it. */
const known = new WeakMap<object, number>();

/** Estimates the tokens of a draft, without its mentions, which are read when it is sent. */
export function draftTokens({ text, images, attachments = [] }: Draft): number {
  const parts = [...images.map(tokensOfImage), ...attachments.map(tokensOfAttachment)];
  return parts.reduce((sum, tokens) => sum + tokens, textTokens(text.length));
}

/** Estimates the tokens of what goes along without being part of the draft. */
export function tokensBeside(
  front: FrontContext | undefined,
  shellLines: readonly ShellLine[] = [],
): number {
  const texts = shellLines.flatMap(({ command, output, end }) =>
    end ? [textTokens(command.length + output.length)] : [],
  );
  return texts.reduce((sum, tokens) => sum + tokens, front?.tokens ?? 0);
}

export function tokensOfAttachment(attachment: Attachment): number {
  return remembered(attachment, () =>
    attachment.kind === 'pdf'
      ? pdfTokens(atob(attachment.data))
      : textTokens(attachment.text.length),
  );
}

function tokensOfImage(image: ImageUpload): number {
  return remembered(image, () => {
    const head = atob(image.data.slice(0, imageHead));
    const size = imageSize(Uint8Array.from(head, letter => letter.charCodeAt(0)));
    return size ? imageTokens(size.width, size.height) : 0;
  });
}

function remembered(content: object, count: () => number): number {
  const tokens = known.get(content) ?? count();
  known.set(content, tokens);
  return tokens;
}
