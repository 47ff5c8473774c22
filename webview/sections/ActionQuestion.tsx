import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';

interface ActionQuestionProps {
  readonly label: string;
  readonly question: string;
  readonly onAnswer: () => void;
  readonly onCancel: () => void;
}

/** Question before an action that cannot be undone. The focus is on what changes nothing. */
export function ActionQuestion({ label, question, onAnswer, onCancel }: ActionQuestionProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(
    () => box.current?.querySelector<HTMLElement>('.button-row > :last-child')?.focus(),
    [],
  );
  return (
    <fieldset
      ref={box}
      class="section-question"
      aria-label={spelledOut(question)}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      <p>
        <EscapedText text={question} />
      </p>
      <div class="button-row">
        <Button kind="danger" onClick={onAnswer}>
          <EscapedText text={label} />
        </Button>
        <Button onClick={onCancel}>{l10n.t('Cancel')}</Button>
      </div>
    </fieldset>
  );
}
