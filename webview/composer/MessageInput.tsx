import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { usePageState } from '../store/pageContext';
import { isComposing } from '../ui/isComposing';
import { handlePaste } from './handlePaste';
import { useCycleMode } from './useCycleMode';
import { useDoubleEscape } from './useDoubleEscape';
import { useMessageHistory } from './useMessageHistory';

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
  const { inputRef, text, onText, onSend, onBlur } = props;
  const agentTitle = usePageState(state => state.config.agentTitle);
  const history = useMessageHistory(inputRef, onText);
  const cycleMode = useCycleMode();
  const rewindOnEscapes = useDoubleEscape();

  useLayoutEffect(() => {
    const input = inputRef.current;
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);

  const handleKey = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (isComposing(event)) {
      return;
    }
    rewindOnEscapes(event);
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (key === 'Enter' && !shiftKey && !altKey) {
      event.preventDefault();
      history.reset();
      onSend();
    } else if (key === 'Tab' && shiftKey && !ctrlKey && !altKey && !metaKey) {
      event.preventDefault();
      cycleMode();
    } else if (!shiftKey && !altKey && !ctrlKey && !metaKey) {
      if (history.walk(key, event.currentTarget)) {
        event.preventDefault();
      }
    }
  };

  return (
    <textarea
      ref={inputRef}
      class="message-input"
      aria-label={l10n.t('Message')}
      placeholder={l10n.t('Ask {0}, or type / for commands', agentTitle)}
      dir="auto"
      rows={1}
      spellcheck
      value={text}
      onInput={event => onText(event.currentTarget.value)}
      onKeyDown={handleKey}
      onPaste={event => handlePaste(event, props)}
      onBlur={onBlur}
    />
  );
}
