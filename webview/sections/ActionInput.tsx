import * as l10n from '@vscode/l10n';
import { useEffect, useId, useState } from 'preact/hooks';
import type { FieldProblems, FormEntries } from '../../src/contract/elicitation';
import { readEntry } from '../../src/contract/forms/readEntry';
import type { ActionForm } from '../../src/contract/sections';
import { FormFieldRow } from '../prompts/elicitation/FormFieldRow';
import { Button } from '../ui/Button';
import { isComposing } from '../ui/isComposing';
import { type Owner, useSectionActions } from './sectionContext';
import { recallForm, rememberForm } from './tabMemory';

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
  const [entries, setEntries] = useState<FormEntries>(() => {
    const known = recallForm(owner, action);
    return form.fields.map((_, index) => known?.[index] ?? null);
  });
  const [problems, setProblems] = useState<FieldProblems>([]);
  const [isBusy, setBusy] = useState(false);
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
    setBusy(true);
    const wrong = await act(owner, action, { entries, ...(isPreview ? { isPreview } : {}) });
    setBusy(false);
    if ((!wrong || show(wrong)) && !isPreview) {
      onDone();
    }
  };
  return (
    <fieldset
      class="section-form"
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone();
        } else if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          !isComposing(event)
        ) {
          event.preventDefault();
          void submit(false);
        }
      }}
    >
      <legend>{form.title}</legend>
      {form.note === undefined ? null : <p class="quiet">{form.note}</p>}
      {form.fields.map((field, index) => (
        <FormFieldRow
          key={field.name}
          id={`${id}-${index}`}
          field={field}
          entry={entries[index] ?? null}
          problem={problems[index] ?? undefined}
          onChange={entry => {
            const next = entries.with(index, entry);
            setEntries(next);
            rememberForm(owner, action, next);
          }}
        />
      ))}
      <div class="button-row">
        <Button kind="primary" disabled={isBusy} onClick={() => void submit(false)}>
          {form.submit}
        </Button>
        {form.canPreview ? (
          <Button disabled={isBusy} onClick={() => void submit(true)}>
            {l10n.t('Preview Changes')}
          </Button>
        ) : null}
        <Button onClick={onDone}>{l10n.t('Cancel')}</Button>
      </div>
    </fieldset>
  );
}
