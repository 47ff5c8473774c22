import { useState } from 'preact/hooks';
import type { Image } from '../../src/contract/content';
import { useImage } from '../store/useImage';

interface MessageImageProps {
  readonly image: Image;
}

/** Thumbnail that a click enlarges in place. */
export function MessageImage({ image }: MessageImageProps) {
  const [isLarge, setLarge] = useState(false);
  const { src, error } = useImage(image);
  const name = image.name ?? 'Image';
  if (src === undefined) {
    return <span class="picture-missing">{error ?? 'Loading image…'}</span>;
  }
  return (
    <button
      type="button"
      class={isLarge ? 'picture picture-large' : 'picture'}
      aria-label={isLarge ? `Make ${name} small` : `Enlarge ${name}`}
      aria-pressed={isLarge}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={src} alt={name} />
    </button>
  );
}
