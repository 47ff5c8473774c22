import { useEffect, useRef, useState } from 'preact/hooks';
import type { SectionAction } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';
import { ActionInput } from './ActionInput';
import { ActionQuestion } from './ActionQuestion';
import { PreviewButton } from './PreviewButton';
import { type Owner, useSectionActions } from './sectionContext';
import { useTabMemory } from './tabMemory';

interface ActionButtonsProps {
  readonly owner: Owner;
  /** Name of the owner, for screen readers. */
  readonly of: string;
  readonly actions: readonly SectionAction[];
}

/** Buttons of a row, group or section, with the input or the question that an action needs. */
export function ActionButtons({ owner, of, actions }: ActionButtonsProps) {
  const { act, errorOf } = useSectionActions();
  const memory = useTabMemory();
  const [chosen, setChosen] = useState(
    () => actions.find(({ id }) => memory.formOf(owner, id) !== undefined)?.id,
  );
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const open = actions.find(({ id }) => id === chosen);
  const error = errorOf(owner);
  const problem = useRef<HTMLParagraphElement>(null);
  // Below a form, it may be out of view.
  useEffect(() => {
    if (error !== undefined) {
      problem.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [error]);
  const choose = (action: SectionAction) => {
    opener.current = document.activeElement;
    setChosen(chosen === action.id ? undefined : action.id);
  };
  const close = () => {
    // Before the form goes, with which the focus would be lost. Another view's focus is left to it.
    const isHere = document.hasFocus() && box.current?.contains(document.activeElement) === true;
    if (isHere && opener.current instanceof HTMLElement) {
      opener.current.focus();
    }
    setChosen(undefined);
  };
  const answer = async (action: SectionAction) => {
    const { kind } = await act(owner, action.id);
    if (kind === 'done') {
      close();
    }
  };
  if (actions.length === 0 && error === undefined) {
    return null;
  }
  return (
    <div ref={box} class="section-actions">
      <div class="button-row" hidden={actions.length === 0}>
        {actions.map(action => (
          <span key={action.id} class="section-action">
            <Button
              kind={action.kind ?? 'secondary'}
              label={spelledOut(`${action.label}: ${of}`)}
              onClick={() =>
                action.form || action.question ? choose(action) : void act(owner, action.id)
              }
            >
              <EscapedText text={action.label} />
            </Button>
            {action.canPreview && !action.form ? (
              <PreviewButton owner={owner} action={action.id} label={`${action.label}: ${of}`} />
            ) : null}
          </span>
        ))}
      </div>
      {open?.question === undefined || open.form ? null : (
        <ActionQuestion
          label={open.label}
          question={open.question}
          onAnswer={() => void answer(open)}
          onCancel={close}
        />
      )}
      {open?.form ? (
        <ActionInput
          key={open.id}
          owner={owner}
          action={open.id}
          form={open.form}
          onDone={() => {
            memory.setForm(owner, open.id, undefined);
            close();
          }}
        />
      ) : null}
      <p class="field-problem" role="alert" ref={problem}>
        {error === undefined ? null : <EscapedText text={error} />}
      </p>
    </div>
  );
}
