import * as l10n from '@vscode/l10n';
import { useEffect, useId, useState } from 'preact/hooks';
import type { FieldProblems, FormEntries } from '../../src/contract/elicitation';
import { readEntry } from '../../src/contract/forms/readEntry';
import type { ActionForm } from '../../src/contract/sections';
import { FormFieldRow } from '../prompts/elicitation/FormFieldRow';
import { EscapedText } from '../tools/parts/EscapedText';
import { Button } from '../ui/Button';
import { isComposing } from '../ui/isComposing';
import { BusyButton } from './BusyButton';
import { type Owner, useSectionActions } from './sectionContext';
import { useTabMemory } from './tabMemory';

interface ActionInputProps {
  readonly owner: Owner;
  readonly action: string;
  readonly form: ActionForm;
  readonly onDone: () => void;
}

/** Form of an action: fields, problems, and a preview where there is one. */
export function ActionInput({ owner, action, form, onDone }: ActionInputProps) {
  const id = useId();
  const { act } = useSectionActions();
  const memory = useTabMemory();
  const [entries, setEntries] = useState<FormEntries>(() => {
    const known = memory.formOf(owner, action);
    return form.fields.map((_, index) => known?.[index] ?? null);
  });
  const [problems, setProblems] = useState<FieldProblems>([]);
  const [running, setRunning] = useState<'preview' | 'action'>();
  const isBusy = running !== undefined;
  useEffect(() => document.getElementById(`${id}-0`)?.focus(), [id]);
  const show = (found: FieldProblems) => {
    setProblems(found);
    const first = found.findIndex(problem => problem !== null);
    document.getElementById(`${id}-${first}`)?.focus();
    return first === -1;
  };
  const submit = async (isPreview: boolean) => {
    const found = form.fields.map(
      (field, index) => readEntry(field, entries[index] ?? null).problem ?? null,
    );
    if (isBusy || !show(found)) {
      return;
    }
    setRunning(isPreview ? 'preview' : 'action');
    const end = await act(owner, action, { entries, ...(isPreview ? { isPreview } : {}) });
    setRunning(undefined);
    if (end.kind === 'invalid') {
      show(end.problems);
    } else if (end.kind === 'done' && !isPreview) {
      onDone();
    }
  };
  return (
    <fieldset
      class="section-form"
      aria-busy={isBusy}
      onKeyDown={event => {
        if (isComposing(event)) {
          return;
        }
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone();
        } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          void submit(false);
        }
      }}
    >
      <legend>
        <EscapedText text={form.title} />
      </legend>
      {form.note === undefined ? null : (
        <p class="quiet">
          <EscapedText text={form.note} />
        </p>
      )}
      {form.fields.map((field, index) => (
        <FormFieldRow
          key={field.name}
          id={`${id}-${index}`}
          field={field}
          entry={entries[index] ?? null}
          problem={problems[index] ?? undefined}
          hidesLength
          onChange={entry => {
            const next = entries.with(index, entry);
            setEntries(next);
            memory.setForm(owner, action, next);
            // Only what was wrong is checked again: nobody is told of a field while typing in it.
            if ((problems[index] ?? null) !== null) {
              setProblems(problems.with(index, readEntry(field, entry).problem ?? null));
            }
          }}
        />
      ))}
      <div class="button-row">
        <BusyButton
          kind="primary"
          isBlocked={isBusy}
          isBusy={running === 'action'}
          onClick={() => void submit(false)}
        >
          {form.submit}
        </BusyButton>
        {form.canPreview ? (
          <BusyButton
            kind="secondary"
            isBlocked={isBusy}
            isBusy={running === 'preview'}
            onClick={() => void submit(true)}
          >
            {l10n.t('Preview Changes')}
          </BusyButton>
        ) : null}
        <Button onClick={onDone}>{l10n.t('Cancel')}</Button>
      </div>
    </fieldset>
  );
}
