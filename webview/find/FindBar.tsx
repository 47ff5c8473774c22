import * as l10n from '@vscode/l10n';
import { longestQuery } from '../../src/contract/find';
import type { Store } from '../store/store';
import { useSelected } from '../store/useSelected';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { isComposing } from '../ui/isComposing';
import type { SearchState } from './search';
import { statusText } from './statusText';

interface FindBarProps {
  readonly state: Store<SearchState>;
  readonly isMac: boolean;
  readonly onText: (text: string) => void;
  readonly onCase: () => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

/** Bar like that of VS Code's editor, at the upper right of the conversation. */
export function FindBar({ state, isMac, onText, onCase, onStep, onClose }: FindBarProps) {
  const shown = useSelected(state, all => all);
  const { text, matchesCase } = shown.query;
  const status = statusText(shown);
  const hasNone = text !== '' && shown.phase === 'done' && shown.found.length === 0;
  const handleKey = (event: KeyboardEvent) => {
    const act = isComposing(event) ? undefined : actionOf(event);
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
  const actionOf = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      return onClose;
    }
    if (event.altKey && event.code === 'KeyC' && event.metaKey === isMac) {
      return onCase;
    }
    // On a button, Enter presses it.
    const isInBox = event.target instanceof HTMLInputElement;
    return isInBox && event.key === 'Enter' ? () => onStep(event.shiftKey ? -1 : 1) : undefined;
  };
  const caseLabel = l10n.t('Match Case');
  return (
    // biome-ignore lint/a11y/useSemanticElements: older readers do not know the element.
    <div
      class="find"
      role="search"
      aria-label={l10n.t('Find in conversation')}
      onKeyDown={handleKey}
    >
      <div class="find-box">
        <input
          class="find-input"
          type="text"
          aria-label={l10n.t('Find')}
          placeholder={l10n.t('Find')}
          maxLength={longestQuery}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={event => onText(event.currentTarget.value)}
        />
        <button
          type="button"
          class="icon-button find-case"
          aria-label={caseLabel}
          aria-pressed={matchesCase}
          title={`${caseLabel} (${isMac ? '⌥⌘C' : l10n.t('Alt+C')})`}
          onClick={onCase}
        >
          <Icon name="case-sensitive" />
        </button>
      </div>
      <span
        class={hasNone || shown.error !== undefined ? 'find-count find-none' : 'find-count'}
        role="status"
      >
        {status}
      </span>
      <span class="find-buttons">
        <IconButton
          label={l10n.t('Previous Match')}
          hint={l10n.t('Shift+Enter')}
          icon="arrow-up"
          onClick={() => onStep(-1)}
        />
        <IconButton
          label={l10n.t('Next Match')}
          hint={l10n.t('Enter')}
          icon="arrow-down"
          onClick={() => onStep(1)}
        />
        <IconButton
          label={l10n.t('Close')}
          hint={l10n.t('Escape')}
          icon="close"
          onClick={onClose}
        />
      </span>
    </div>
  );
}
