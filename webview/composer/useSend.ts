import { lacks } from '../../src/contract/agentFeatures';
import { type Draft, emptyDraft, isEmptyDraft } from '../../src/contract/draft';
import { shellCommandIn } from '../../src/contract/shell';
import { useActions, usePageStore } from '../store/pageContext';
import { shownFront } from '../store/shownFront';
import { withoutLost } from './box/pieces';
import { mergeDraft } from './mergeDraft';
import { directCommand } from './slash/directCommand';
import { useRunCommand } from './slash/useRunCommand';
import type { DraftKeeper } from './useDraft';

interface Sending {
  readonly keeper: DraftKeeper;
  readonly focus: () => void;
  /** Called with what there is to send; false keeps it in the composer. */
  readonly mayGo: (draft: Draft) => boolean;
  readonly onSend: (draft: Draft) => void;
}

/** Returns the function that sends the draft and empties the composer. */
export function useSend({ keeper, focus, mayGo, onSend }: Sending): () => Promise<void> {
  const { call, noteSend, restoreFront } = useActions();
  const store = usePageStore();
  const runCommand = useRunCommand();
  /** Everything but the line stays for the next message. */
  const runLine = async (command: string) => {
    const text = `!${command}`;
    if (command === '') {
      return;
    }
    onSend({ ...emptyDraft, text });
    keeper.changeAfterSending(old => ({ ...old, text: '' }));
    const taken = call('shell.run', { command });
    noteSend();
    if (await taken) {
      keeper.flush();
    } else {
      keeper.change(current => mergeDraft({ ...emptyDraft, text }, current, emptyDraft));
    }
  };
  return async () => {
    const draft = withoutLost(keeper.latest());
    if (isEmptyDraft(draft)) {
      focus();
      return;
    }
    const { choices } = store.get().conversation.summary;
    const direct = directCommand(draft.text, choices);
    if (direct) {
      keeper.change(old => ({ ...old, text: '' }));
      runCommand(direct);
      return;
    }
    if (!mayGo(draft)) {
      return;
    }
    const command = lacks(choices, 'shellLines') ? undefined : shellCommandIn(draft.text);
    if (command !== undefined) {
      await runLine(command);
      return;
    }
    const front = shownFront(store.get().front);
    const message = { ...draft, text: draft.text.trimEnd(), ...(front ? { front: front.id } : {}) };
    const returned = keeper.returned();
    onSend(message);
    keeper.changeAfterSending(() => emptyDraft);
    const taken = call('message.send', { ...message, returned });
    noteSend();
    if (await taken) {
      keeper.flush();
      restoreFront();
    } else {
      // The host refused the message: restore it in front of text typed in the meantime.
      keeper.change(current => mergeDraft(draft, current, emptyDraft));
    }
  };
}
