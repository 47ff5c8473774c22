import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import type { Image } from '../../src/contract/content';
import { useBlob } from './useBlob';

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
