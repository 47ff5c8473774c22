import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { SectionAction } from '../../src/contract/sections';
import { Button } from '../ui/Button';
import { ActionInput } from './ActionInput';
import { type Owner, useSectionActions } from './sectionContext';
import { recallForm, rememberForm } from './tabMemory';

interface ActionButtonsProps {
  readonly owner: Owner;
  /** Name of the owner, for screen readers. */
  readonly of: string;
  readonly actions: readonly SectionAction[];
  /** Shows the row's origin, if it has one. */
  readonly onOpen?: (() => void) | undefined;
}

/** Buttons of a row, group or section, with the input or the question that an action needs. */
export function ActionButtons({ owner, of, actions, onOpen }: ActionButtonsProps) {
  const { act, errorOf } = useSectionActions();
  const [chosen, setChosen] = useState(
    () => actions.find(({ id }) => recallForm(owner, id) !== undefined)?.id,
  );
  const [isBusy, setBusy] = useState(false);
  const open = actions.find(({ id }) => id === chosen);
  const error = errorOf(owner);
  const run = async (action: SectionAction) => {
    setBusy(true);
    await act(owner, action.id);
    setBusy(false);
    setChosen(undefined);
  };
  if (actions.length === 0 && !onOpen && error === undefined) {
    return null;
  }
  return (
    <div class="section-actions">
      <div class="button-row">
        {onOpen ? (
          <Button kind="link" label={l10n.t('Open {0}', of)} onClick={onOpen}>
            {l10n.t('Open')}
          </Button>
        ) : null}
        {actions.map(action => (
          <Button
            key={action.id}
            kind={action.kind ?? 'secondary'}
            label={`${action.label}: ${of}`}
            disabled={isBusy}
            onClick={() => {
              if (action.form || action.question) {
                setChosen(chosen === action.id ? undefined : action.id);
              } else {
                void run(action);
              }
            }}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {open?.question === undefined ? null : (
        <fieldset class="section-question" aria-label={open.label}>
          <p>{open.question}</p>
          <div class="button-row">
            <Button kind="danger" disabled={isBusy} onClick={() => void run(open)}>
              {open.label}
            </Button>
            <Button onClick={() => setChosen(undefined)}>{l10n.t('Cancel')}</Button>
          </div>
        </fieldset>
      )}
      {open?.form ? (
        <ActionInput
          key={open.id}
          owner={owner}
          action={open.id}
          form={open.form}
          onDone={() => {
            rememberForm(owner, open.id, undefined);
            setChosen(undefined);
          }}
        />
      ) : null}
      <p class="field-problem" role="alert">
        {error ?? null}
      </p>
    </div>
  );
}
