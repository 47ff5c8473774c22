import { useEffect, useState } from 'preact/hooks';
import { useActions, usePageState } from '../store/pageContext';
import type { PickerName } from '../store/pageState';
import { mergeDraft } from './mergeDraft';
import type { DraftKeeper } from './useDraft';

/** Request to open a picker; a new `id` opens it again. */
export interface PickerRequest {
  readonly picker: PickerName;
  readonly id: number;
}

interface Composing {
  readonly keeper: DraftKeeper;
  readonly focus: () => void;
  /** Inserts text at the caret. */
  readonly insert: (text: string) => void;
}

/**
 * Carries out requests from other parts of the page, each once.
 * @returns the last request to open a picker
 */
export function useComposerRequests(composing: Composing): PickerRequest | undefined {
  const { keeper, focus, insert } = composing;
  const { takeRequest } = useActions();
  const request = usePageState(state => state.request);
  const [opened, setOpened] = useState<PickerRequest>();
  // Only a new request is a reason to act; the functions are those of the same render.
  useEffect(() => {
    if (!request) {
      return;
    }
    takeRequest(request.id);
    switch (request.kind) {
      case 'insert':
        insert(request.text);
        return;
      case 'fill':
        keeper.change(old => (old.text.trim() === '' ? { ...old, text: request.text } : old));
        focus();
        return;
      case 'merge':
        keeper.change(old => mergeDraft(request.draft, old, keeper.saved()));
        focus();
        return;
      case 'openPicker':
        setOpened({ picker: request.picker, id: request.id });
        return;
    }
  }, [request]);
  return opened;
}
