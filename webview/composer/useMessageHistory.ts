import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Turn } from '../../src/contract/conversation';
import type { Mention } from '../../src/contract/mentions';
import { pastedTokens } from '../../src/contract/pastedToken';
import { useActions, usePageStore } from '../store/pageContext';
import type { BoxHandle } from './box/boxProps';
import { attachmentIds, type BoxContent } from './box/pieces';
import { HistoryCursor } from './historyCursor';

interface MessageHistory {
  /**
   * Shows the sent message that an arrow key leads to.
   * @returns false if the key moves the caret only
   */
  walk(key: string, current: BoxContent): boolean;
  /** Starts again from the newest message. */
  reset(): void;
  /** Keeps the chips of a message that is being sent. */
  remember(sent: BoxContent): void;
}

/** Walks through sent messages with the arrow keys, like a shell. */
export function useMessageHistory(
  box: RefObject<BoxHandle | undefined>,
  latestText: () => string,
  onRecall: (content: BoxContent) => void,
): MessageHistory {
  const store = usePageStore();
  const { recallMessage } = useActions();
  const cursor = useRef(new HistoryCursor());
  /** Chips of the unsent draft and of messages sent from here, by their text. */
  const known = useRef(new Map<string, BoxContent>());
  const caretToStart = useRef(false);

  // Runs after the box has drawn the recalled message.
  useLayoutEffect(() => {
    if (caretToStart.current) {
      caretToStart.current = false;
      box.current?.moveToStart();
    }
  });

  const recall = (text: string | undefined): boolean => {
    if (text === undefined) {
      return false;
    }
    caretToStart.current = true;
    const { turns, open } = store.get().conversation;
    const kept = known.current.get(text);
    onRecall(kept ?? { text, ...mentionsOf(open ? [...turns, open] : turns) });
    if (!kept && pastedTokens(text).length > 0) {
      void recallPasted(text);
    }
    return true;
  };

  /** Brings the content of pasted texts, which only the host has after a reload. */
  const recallPasted = async (text: string): Promise<void> => {
    // Without an answer, the text stays as it is.
    const whole = await recallMessage(text).catch(() => undefined);
    if (whole && latestText() === text) {
      const { mentions = [], attachments = [] } = whole;
      const inText = attachmentIds(mentions);
      caretToStart.current = box.current?.caret()?.isAtStart === true;
      onRecall({ text, mentions, attachments: attachments.filter(({ id }) => inText.has(id)) });
    }
  };

  return {
    walk(key, current) {
      const caret = box.current?.caret();
      if (!caret?.isCaret) {
        return false;
      }
      const { history } = store.get();
      if (key === 'ArrowUp' && caret.isAtStart) {
        if (!history.includes(current.text)) {
          known.current.set(current.text, current);
        }
        return recall(cursor.current.older(history, current.text));
      }
      if (key === 'ArrowDown' && (caret.isAtStart || caret.isAtEnd)) {
        return recall(cursor.current.newer(history, current.text));
      }
      return false;
    },
    reset: () => cursor.current.reset(),
    remember: sent => void known.current.set(sent.text, sent),
  };
}

/** Returns the mentions of all messages that are loaded; the newest of a token wins. */
function mentionsOf(turns: readonly Turn[]): { readonly mentions?: readonly Mention[] } {
  const mentions = turns
    .flatMap(({ items }) => items)
    .flatMap(item => (item.kind === 'prompt' ? (item.mentions ?? []) : []))
    // The page does not have the content of a pasted text.
    .filter(({ target }) => target.kind !== 'attachment');
  const byToken = new Map(mentions.map(mention => [mention.token, mention]));
  return byToken.size > 0 ? { mentions: [...byToken.values()] } : {};
}
