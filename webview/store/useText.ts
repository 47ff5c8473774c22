import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { BlobContent } from '../../src/contract/calls';
import type { Image, Text } from '../../src/contract/content';
import type { BlobId } from '../../src/contract/ids';
import { useActions } from './pageContext';

interface FetchedText {
  /** Preview of the text until `isWhole`. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Length of the whole text in UTF-16 units. */
  readonly length: number;
  readonly isLoading: boolean;
  readonly error?: string;
  /** Fetches the rest; does nothing if a fetch is already running. */
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
    // A late answer must not replace a newer request.
    const settle = (result: Fetched) =>
      setFetched(shown => (shown.blob === blob ? { blob, ...result } : shown));
    actions.readBlob(blob).then(
      content => settle({ content, isLoading: false }),
      (error: unknown) => settle({ error: messageOf(error), isLoading: false }),
    );
  };
  return [current, load];
}

/**
 * Returns the whole text and fetches it if necessary.
 * @throws if the host no longer has it
 */
export async function fullText(
  text: Text,
  readBlob: (blob: BlobId) => Promise<BlobContent>,
): Promise<string> {
  if (typeof text === 'string') {
    return text;
  }
  const content = await readBlob(text.blob);
  return content.kind === 'text' ? content.text : '';
}

/** Shows a text that may be stored by the host: its preview at once, all of it after `load`. */
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
  /** Data URL; absent while loading. */
  readonly src?: string;
  readonly error?: string;
}

const imageType = /^image\/(?:png|jpeg|gif|webp)$/;

/** Returns an image, fetched on first render. */
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
    : { error: l10n.t('Images of type {0} are not shown.', mediaType) };
}
