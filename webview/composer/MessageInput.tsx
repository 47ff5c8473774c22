import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useActions, usePageState, usePageStore } from '../store/pageContext';
import { isComposing } from '../ui/isComposing';
import { cleanText } from './cleanText';
import { HistoryCursor } from './historyCursor';
import { insertText } from './insertText';
import { nextMode } from './modeTexts';
import { useDoubleEscape } from './useDoubleEscape';

interface MessageInputProps {
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onNotice: (text: string) => void;
  readonly onBlur: () => void;
}

export function MessageInput(props: MessageInputProps) {
  const { inputRef, text, onText, onSend, onFiles, onNotice, onBlur } = props;
  const actions = useActions();
  const store = usePageStore();
  const agentTitle = usePageState(state => state.config.agentTitle);
  const cursor = useRef(new HistoryCursor());
  const caretToStart = useRef(false);
  const rewindOnEscapes = useDoubleEscape();

  useLayoutEffect(() => {
    if (caretToStart.current) {
      caretToStart.current = false;
      inputRef.current?.setSelectionRange(0, 0);
    }
  });
  useLayoutEffect(() => {
    const input = inputRef.current;
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);

  const recall = (recalled: string | undefined): boolean => {
    if (recalled === undefined) {
      return false;
    }
    caretToStart.current = true;
    onText(recalled);
    return true;
  };

  const walkHistory = (key: string, input: HTMLTextAreaElement): boolean => {
    const { selectionStart, selectionEnd, value } = input;
    if (selectionStart !== selectionEnd) {
      return false;
    }
    const { history } = store.get();
    if (key === 'ArrowUp' && selectionStart === 0) {
      return recall(cursor.current.older(history, value));
    }
    if (key === 'ArrowDown' && (selectionStart === 0 || selectionStart === value.length)) {
      return recall(cursor.current.newer(history, value));
    }
    return false;
  };

  const cycleMode = () => {
    const { choices, settings } = store.get().conversation.summary;
    const mode = nextMode(choices.modes, settings.requested.mode ?? settings.mode);
    if (mode) {
      void actions.requestSetting('mode.set', { mode });
    }
  };

  const handleKey = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (isComposing(event)) {
      return;
    }
    rewindOnEscapes(event);
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (key === 'Enter' && !shiftKey && !altKey) {
      event.preventDefault();
      cursor.current.reset();
      onSend();
    } else if (key === 'Tab' && shiftKey && !ctrlKey && !altKey && !metaKey) {
      event.preventDefault();
      cycleMode();
    } else if (!shiftKey && !altKey && !ctrlKey && !metaKey) {
      if (walkHistory(key, event.currentTarget)) {
        event.preventDefault();
      }
    }
  };

  const handlePaste = (event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const data = event.clipboardData;
    if (!data) {
      return;
    }
    const pasted = data.getData('text/plain');
    const files = [...data.files];
    // Office programs put a picture of the text on the clipboard in addition to the text.
    if (pasted === '' && files.length > 0) {
      event.preventDefault();
      onFiles(files);
      return;
    }
    const { text: clean, removed } = cleanText(pasted);
    if (removed > 0) {
      event.preventDefault();
      insertText(event.currentTarget, clean);
      const characters =
        removed === 1 ? '1 invisible character' : `${removed} invisible characters`;
      onNotice(`${characters} left out of the pasted text.`);
    }
  };

  return (
    <textarea
      ref={inputRef}
      class="message-input"
      aria-label="Message"
      placeholder={`Ask ${agentTitle}, or type / for commands`}
      dir="auto"
      rows={1}
      spellcheck
      value={text}
      onInput={event => onText(event.currentTarget.value)}
      onKeyDown={handleKey}
      onPaste={handlePaste}
      onBlur={onBlur}
    />
  );
}
