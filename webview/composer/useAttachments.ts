import type { ImageUpload } from '../../src/contract/view';
import { usePageState } from '../store/pageContext';
import { readImages } from './readImages';
import type { DraftKeeper } from './useDraft';

interface Attaching {
  readonly keeper: DraftKeeper;
  readonly focus: () => void;
  /** Receives the reasons why files were rejected. */
  readonly onErrors: (errors: readonly string[]) => void;
}

interface Attachments {
  add(files: readonly File[]): Promise<void>;
  remove(image: ImageUpload): void;
}

/** Adds images to the draft and removes them. */
export function useAttachments({ keeper, focus, onErrors }: Attaching): Attachments {
  const imageLimits = usePageState(state => state.config.imageLimits);
  return {
    async add(files) {
      const read = await readImages(files, keeper.latest().images.length, imageLimits);
      keeper.change(old => ({ ...old, images: [...old.images, ...read.images] }));
      onErrors(read.errors);
      focus();
    },
    remove(removed) {
      keeper.change(old => ({ ...old, images: old.images.filter(image => image !== removed) }));
      focus();
    },
  };
}
