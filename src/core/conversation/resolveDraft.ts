import type { BlobContent } from '../../contract/calls';
import type { Item } from '../../contract/conversation';
import type { BlobId } from '../../contract/ids';
import type { Draft } from '../../contract/view';

export type PromptItem = Extract<Item, { kind: 'prompt' }>;

/** Returns a sent message in full, ready to be sent again. */
export async function resolveDraft(
  { text, images }: PromptItem,
  read: (id: BlobId) => Promise<BlobContent | undefined>,
): Promise<Draft> {
  const resolvedImages = await Promise.all(
    images.map(async ({ mediaType, name = '', data, blob }) => {
      const kept = blob && (await read(blob));
      const base64 = data ?? (kept?.kind === 'base64' ? kept.data : undefined);
      return base64 === undefined ? [] : [{ name, mediaType, data: base64 }];
    }),
  );
  const kept = typeof text === 'string' ? undefined : await read(text.blob);
  const short = typeof text === 'string' ? text : text.preview;
  return { text: kept?.kind === 'text' ? kept.text : short, images: resolvedImages.flat() };
}
