import { lacks } from '../../src/contract/agentFeatures';
import type { Attachment, ImageUpload } from '../../src/contract/draft';
import { agentName } from '../../src/contract/labels/agentNames';
import { useActions, usePageState, usePageStore } from '../store/pageContext';
import { shownFront } from '../store/shownFront';
import type { DraftKeeper } from './useDraft';

interface Attaching {
  readonly keeper: DraftKeeper;
  readonly focus: () => void;
  /** Receives the reasons why files were rejected. */
  readonly onErrors: (errors: readonly string[]) => void;
}

interface Attachments {
  add(files: readonly File[]): Promise<void>;
  remove(removed: ImageUpload | Attachment): void;
  open(attachment: Attachment): void;
  /** Shows the message as the model would get it. */
  preview(): void;
}

/** Adds files to the draft, removes and opens them. */
export function useAttachments({ keeper, focus, onErrors }: Attaching): Attachments {
  const limits = usePageState(state => state.config.imageLimits);
  const { call, convertDocument } = useActions();
  const store = usePageStore();
  return {
    async add(files) {
      // Loaded with the first file, to show the page sooner.
      const { readFiles } = await import('./attachments/readFiles');
      const { choices } = store.get().conversation.summary;
      const options = {
        ...{ draft: keeper.latest(), limits, convert: convertDocument },
        ...(lacks(choices, 'images') ? { blind: agentName(choices) } : {}),
      };
      const { images, attachments, errors } = await readFiles(files, options);
      keeper.change(old => ({
        ...old,
        images: [...old.images, ...images],
        ...(attachments.length > 0
          ? { attachments: [...(old.attachments ?? []), ...attachments] }
          : {}),
      }));
      onErrors(errors);
      focus();
    },
    remove(removed) {
      keeper.change(({ images, attachments = [], ...rest }) => {
        const left = attachments.filter(one => one !== removed);
        return {
          ...rest,
          images: images.filter(image => image !== removed),
          ...(left.length > 0 ? { attachments: left } : {}),
        };
      });
      focus();
    },
    open({ id }) {
      // The host opens it from the draft that it has.
      keeper.flush();
      void call('attachment.open', { id });
    },
    preview() {
      const front = shownFront(store.get().front);
      void call('message.preview', {
        ...keeper.latest(),
        ...(front ? { front: front.id } : {}),
      });
    },
  };
}
