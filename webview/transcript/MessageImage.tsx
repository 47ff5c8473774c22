import * as l10n from '@vscode/l10n';
import type { Image } from '../../src/contract/content';
import { useExpanded } from '../store/pageContext';
import { useImage } from '../store/useImage';

interface MessageImageProps {
  /** Name of its place in the conversation, under which its size is kept. */
  readonly id: string;
  readonly image: Image;
}

/** Thumbnail that a click enlarges in place. */
export function MessageImage({ id, image }: MessageImageProps) {
  const [isLarge, setLarge] = useExpanded(id);
  const { src, error } = useImage(image);
  const name = image.name ?? l10n.t('Image');
  if (src === undefined) {
    return <span class="picture-missing">{error ?? l10n.t('Loading image…')}</span>;
  }
  return (
    <button
      type="button"
      class={isLarge ? 'picture picture-large' : 'picture'}
      aria-label={isLarge ? l10n.t('Make {0} Small', name) : l10n.t('Enlarge {0}', name)}
      aria-pressed={isLarge}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={src} alt={name} />
    </button>
  );
}
