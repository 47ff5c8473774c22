import { useActions } from '../store/pageContext';
import { emptyDraft } from '../store/pageState';
import { mergeDraft } from './mergeDraft';
import type { DraftKeeper } from './useDraft';

interface Sending {
  readonly keeper: DraftKeeper;
  readonly focus: () => void;
  /** Called when there is something to send. */
  readonly onSend: () => void;
}

/** Returns the function that sends the draft and empties the composer. */
export function useSend({ keeper, focus, onSend }: Sending): () => Promise<void> {
  const { call } = useActions();
  return async () => {
    const { text, images } = keeper.latest();
    if (text.trim() === '' && images.length === 0) {
      focus();
      return;
    }
    onSend();
    keeper.change(() => emptyDraft);
    if (await call('message.send', { text: text.trimEnd(), images })) {
      keeper.flush();
    } else {
      // The host refused the message: restore it in front of text typed in the meantime.
      keeper.change(current => mergeDraft({ text, images }, current, emptyDraft));
    }
  };
}
