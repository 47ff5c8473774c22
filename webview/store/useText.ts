import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { BlobContent } from '../../src/contract/calls';
import type { Image, Text } from '../../src/contract/content';
import type { BlobId } from '../../src/contract/ids';
import { useActions } from './context';

interface FetchedText {
  /** Its beginning until `isWhole`. */
  readonly text: string;
  readonly isWhole: boolean;
  /** UTF-16 units of the whole. */
  readonly length: number;
  readonly isLoading: boolean;
  readonly error?: string;
  /** Fetches the rest; a second call while it loads does nothing. */
  load(): void;
}

type Fetched = { content?: BlobContent; error?: string; isLoading: boolean };
const nothing: Fetched = { isLoading: false };

function useBlob(blob: BlobId | undefined): [Fetched, () => void] {
  const actions = useActions();
  const [fetched, setFetched] = useState<{ blob: BlobId | undefined } & Fetched>({
    blob,
    ...nothing,
  });
  const current = fetched.blob === blob ? fetched : nothing;
  const load = () => {
    if (!blob || current.isLoading || current.content) {
      return;
    }
    setFetched({ blob, isLoading: true });
    // An answer that is late must not displace what was asked for since.
    const settle = (result: Fetched) =>
      setFetched(shown => (shown.blob === blob ? { blob, ...result } : shown));
    actions.readBlob(blob).then(
      content => settle({ content, isLoading: false }),
      (error: unknown) => settle({ error: messageOf(error), isLoading: false }),
    );
  };
  return [current, load];
}

/** All of a text, fetched if need be. Rejects when the host does not have it any more. */
export async function wholeText(
  text: Text,
  readBlob: (blob: BlobId) => Promise<BlobContent>,
): Promise<string> {
  if (typeof text === 'string') {
    return text;
  }
  const content = await readBlob(text.blob);
  return content.kind === 'text' ? content.text : '';
}

/** A text that may be held by the host: its beginning at once, the whole after `load`. */
export function useText(text: Text): FetchedText {
  const [fetched, load] = useBlob(typeof text === 'string' ? undefined : text.blob);
  if (typeof text === 'string') {
    return { text, isWhole: true, length: text.length, isLoading: false, load };
  }
  const { content, error, isLoading } = fetched;
  const isWhole = content?.kind === 'text';
  return {
    text: isWhole ? content.text : text.preview,
    isWhole,
    length: text.length,
    isLoading,
    ...(error === undefined ? {} : { error }),
    load,
  };
}

interface FetchedImage {
  /** A data URL; absent until it is there. */
  readonly src?: string;
  readonly error?: string;
}

const imageType = /^image\/(?:png|jpeg|gif|webp)$/;

/** An image, fetched when it is first drawn. */
export function useImage(image: Image): FetchedImage {
  const [{ content, error }, load] = useBlob(image.data === undefined ? image.blob : undefined);
  useEffect(load, [image.blob]);
  if (image.data !== undefined) {
    return imageSource(image.mediaType, image.data);
  }
  if (content?.kind === 'base64') {
    return imageSource(content.mediaType, content.data);
  }
  return error === undefined ? {} : { error };
}

function imageSource(mediaType: string, data: string): FetchedImage {
  return imageType.test(mediaType)
    ? { src: `data:${mediaType};base64,${data}` }
    : { error: `Images of type ${mediaType} are not shown.` };
}
