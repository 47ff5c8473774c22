import type { BlobContent } from '../../contract/calls';
import type { Text } from '../../contract/content';
import type { Item } from '../../contract/conversation';
import type { Draft } from '../../contract/draft';
import type { BlobId } from '../../contract/ids';
import type { SentContext } from '../../contract/mentions';
import { attachmentsOf } from './sentContext';

export type PromptItem = Extract<Item, { kind: 'prompt' }>;
type Read = (id: BlobId) => Promise<BlobContent | undefined>;

/** Returns a sent message in full, ready to be sent again. */
export async function resolveDraft(item: PromptItem, read: Read): Promise<Draft> {
  const { images, mentions, context = [] } = item;
  const resolvedImages = await Promise.all(
    images.map(async ({ mediaType, name = '', data, blob }) => {
      const kept = blob && (await read(blob));
      const base64 = data ?? (kept?.kind === 'base64' ? kept.data : undefined);
      return base64 === undefined ? [] : [{ name, mediaType, data: base64 }];
    }),
  );
  const attachments = await attachmentsOf(context, mentions ?? [], one => contentOf(one, read));
  return {
    text: await wholeText(item.text, read),
    images: resolvedImages.flat(),
    ...(mentions ? { mentions } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

/** Returns a text in full, or its beginning if the rest is no longer kept. */
export async function wholeText(text: Text, read: Read): Promise<string> {
  const kept = typeof text === 'string' ? undefined : await read(text.blob);
  const short = typeof text === 'string' ? text : text.preview;
  return kept?.kind === 'text' ? kept.text : short;
}

/** Returns content that went with a message: a text, or base64 of a file. */
export async function contentOf(one: SentContext, read: Read): Promise<string | undefined> {
  const kept = one.blob && (await read(one.blob));
  return one.text ?? one.data ?? (kept?.kind === 'text' ? kept.text : kept?.data);
}
