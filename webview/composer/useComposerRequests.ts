import { useLayoutEffect, useState } from 'preact/hooks';
import type { Draft } from '../../src/contract/draft';
import { useActions, usePageState } from '../store/pageContext';
import type { PickerName } from '../store/pageState';
import type { MessageBox } from './box/messageBox';
import { piecesOf } from './box/pieces';
import { isSameDraft, mergeDraft } from './mergeDraft';
import type { DraftKeeper } from './useDraft';

/** Request to open a picker; a new `id` opens it again. */
export interface PickerRequest {
  readonly picker: PickerName;
  readonly id: number;
}

interface Composing {
  readonly keeper: DraftKeeper;
  /** Focuses the message box, or awaits the focus if the page does not have it. */
  readonly focus: () => void;
  /** Inserts at the caret. */
  readonly insert: MessageBox['insert'];
  /** Shows the message as the model would get it. */
  readonly preview: () => void;
  /** Starts dictation or finishes it, each number once. */
  readonly dictate: (id: number) => void;
}

/**
 * Carries out requests from other parts of the page, each once: the next one when the box shows what
 * the former has changed.
 * @returns the last request to open a picker
 */
export function useComposerRequests(composing: Composing): PickerRequest | undefined {
  const { keeper, focus, insert, preview } = composing;
  const actions = useActions();
  const request = usePageState(state => state.requests[0]);
  const [opened, setOpened] = useState<PickerRequest>();
  // Only a new request is a reason to act; the functions are those of the same render. Runs together
  // with the drawing: a message sent in between would get back into the box with what is inserted.
  useLayoutEffect(() => {
    if (!request) {
      return;
    }
    actions.takeRequest(request.id);
    switch (request.kind) {
      case 'insert':
        if (request.draft) {
          insertDraft(composing, request.draft);
        }
        focus();
        if (request.text !== '') {
          insert([request.text]);
        }
        return;
      case 'stash':
        void stash(keeper, draft => actions.stashDraft(draft));
        focus();
        return;
      case 'fill':
        keeper.change(old => (old.text.trim() === '' ? { ...old, text: request.text } : old));
        focus();
        return;
      case 'merge':
        keeper.merge(request.draft, request.returned);
        focus();
        return;
      case 'dictate':
        composing.dictate(request.id);
        return;
      case 'preview':
        preview();
        return;
      case 'openPicker':
        setOpened({ picker: request.picker, id: request.id });
        return;
    }
  }, [request]);
  return opened;
}

/** Inserts the text at the caret; images and attachments join those of the message. */
function insertDraft({ keeper, insert }: Composing, draft: Draft): void {
  const { text, images, mentions, attachments = [] } = draft;
  keeper.change(old => ({
    ...old,
    images: [...old.images, ...images],
    ...(attachments.length > 0
      ? { attachments: [...(old.attachments ?? []), ...attachments] }
      : {}),
  }));
  insert(piecesOf(text, mentions));
}

/** Text that is typed before the host answers is kept. */
async function stash(
  keeper: DraftKeeper,
  call: (draft: Draft) => Promise<Draft | undefined>,
): Promise<void> {
  const given = keeper.latest();
  const next = await call(given);
  if (next) {
    keeper.change(current =>
      isSameDraft(current, given) ? next : mergeDraft(next, current, given),
    );
  }
}
