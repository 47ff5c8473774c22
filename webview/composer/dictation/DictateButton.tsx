import * as l10n from '@vscode/l10n';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useActions, usePageState } from '../../store/pageContext';
import { hearSpeech } from '../../store/speechReports';
import { Icon } from '../../ui/Icon';
import { isComposing } from '../../ui/isComposing';
import { Dictation } from './dictation';
import type { DictateButtonProps, DictationView } from './dictationView';
import { longPress, useHeldKey } from './useHolding';

/** Begins and ends dictation: pressed, or held while the user speaks. */
export function DictateButton({ box, asked, onView }: DictateButtonProps) {
  const actions = useActions();
  const isMac = usePageState(state => state.config.platform === 'mac');
  const [view, setView] = useState<DictationView>();
  const [dictation] = useState(
    () =>
      new Dictation({
        actions,
        box: () => box.current,
        onChanged: next => {
          setView(next);
          onView(next);
        },
      }),
  );
  useLayoutEffect(() => {
    const unhear = hearSpeech(report => dictation.hear(report));
    return () => {
      unhear();
      dictation.leave();
    };
  }, []);
  const command = useHeldKey(dictation);
  // Only a new request is a reason to act.
  useEffect(() => {
    if (asked > 0) {
      command();
    }
  }, [asked]);
  useDictationKeys(dictation);
  const isActive = view?.isActive === true;
  const pressedAt = useRef<number>(undefined);
  const label = l10n.t('Dictate');
  return (
    <button
      type="button"
      class={isActive ? 'icon-button dictate-button dictating' : 'icon-button dictate-button'}
      aria-label={label}
      aria-pressed={isActive}
      title={isMac ? l10n.t('Dictate (⌘D)') : l10n.t('Dictate (Ctrl+D)')}
      onPointerDown={event => {
        if (event.button === 0) {
          // The box keeps the focus, and so the keys.
          event.preventDefault();
          // Released anywhere, it is released.
          event.currentTarget.setPointerCapture(event.pointerId);
          pressedAt.current = dictation.isActive ? undefined : event.timeStamp;
          dictation.toggle();
        }
      }}
      onPointerUp={event => {
        const since = pressedAt.current;
        pressedAt.current = undefined;
        if (since !== undefined && event.timeStamp - since >= longPress) {
          dictation.finish();
        }
      }}
      onClick={event => {
        // Clicks of a pointer have been handled as presses.
        if (event.detail === 0) {
          dictation.toggle();
        }
      }}
    >
      <Icon name={isActive ? 'mic-filled' : 'mic'} />
    </button>
  );
}

/** During dictation, Escape discards it and Enter finishes it, before anybody else gets the key. */
function useDictationKeys(dictation: Dictation): void {
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!dictation.isActive) {
        return;
      }
      const { key, target, shiftKey, altKey } = event;
      const isInBox = target instanceof Element && target.closest('.message-input') !== null;
      const finishes = key === 'Enter' && isInBox && !shiftKey && !altKey;
      if (isComposing(event) || (key !== 'Escape' && !finishes)) {
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Escape') {
        dictation.cancel();
      } else {
        dictation.finish();
      }
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, []);
}
