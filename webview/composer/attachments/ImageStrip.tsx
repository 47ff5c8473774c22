import * as l10n from '@vscode/l10n';
import type { ImageUpload } from '../../../src/contract/draft';
import { IconButton } from '../../ui/Button';

interface ImageStripProps {
  readonly images: readonly ImageUpload[];
  readonly onRemove: (image: ImageUpload) => void;
}

/** Images attached to the message. */
export function ImageStrip({ images, onRemove }: ImageStripProps) {
  if (images.length === 0) {
    return null;
  }
  return (
    <ul class="image-strip" aria-label={l10n.t('Attached images')}>
      {images.map((image, index) => {
        const name = image.name === '' ? l10n.t('Image {0}', index + 1) : image.name;
        return (
          <li key={`${image.data.length}:${index}`}>
            <img src={`data:${image.mediaType};base64,${image.data}`} alt={name} title={name} />
            <IconButton
              label={l10n.t('Remove {0}', name)}
              icon="close"
              onClick={() => onRemove(image)}
            />
          </li>
        );
      })}
    </ul>
  );
}
