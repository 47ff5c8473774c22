import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../src/base/errors';
import type { Image } from '../../../src/contract/content';
import { sizeOf } from './plainText';
import { useCardPage } from './useCardPage';

const mediaTypes = new Set<string>(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Image returned by a tool, from the message or the host's blob store; never loaded from a URL. */
export function ToolImage({ image }: { readonly image: Image }) {
  const page = useCardPage();
  const [fetched, setFetched] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { blob, mediaType } = image;
  const data = image.data ?? fetched;
  useEffect(() => {
    if (blob === undefined || image.data !== undefined) {
      return undefined;
    }
    let isWanted = true;
    page.readBlob(blob).then(
      content => isWanted && content.kind === 'base64' && setFetched(content.data),
      error => isWanted && setProblem(messageOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [blob, image.data]);
  const name = image.name ?? l10n.t('Image');
  if (problem !== undefined) {
    return <p class="tool-problem">{l10n.t('{0} could not be loaded: {1}', name, problem)}</p>;
  }
  if (data === undefined || !mediaTypes.has(mediaType)) {
    return <p class="tool-note">{`${name} (${mediaType}, ${sizeOf(image.bytes)})`}</p>;
  }
  return <img class="tool-image" alt={name} src={`data:${mediaType};base64,${data}`} />;
}
