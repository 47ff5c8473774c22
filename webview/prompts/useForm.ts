import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type {
  ElicitationPrompt,
  FieldEntry,
  FieldProblems,
  FormEntries,
  FormRequest,
} from '../../src/contract/elicitation';
import { readEntry } from '../../src/contract/forms/readEntry';
import { useActions } from '../store/pageContext';
import type { Answering } from './useAnswer';
import { usePromptDraft } from './usePromptDraft';

export interface Form {
  readonly entries: FormEntries;
  readonly problems: FieldProblems;
  /** True while the host tries what only it can check. */
  readonly isChecking: boolean;
  change(index: number, entry: FieldEntry): void;
  submit(): Promise<void>;
}

/**
 * Unfinished input of a form. It is checked when it is submitted; a field that was wrong then is
 * checked with every change.
 * @param id the controls have the ids `<id>-<index>`
 */
export function useForm(
  prompt: ElicitationPrompt,
  { fields }: FormRequest,
  answering: Answering,
  id: string,
): Form {
  const { checkForm } = useActions();
  const [draft, setDraft] = usePromptDraft(prompt.id);
  const [problems, setProblems] = useState<FieldProblems>([]);
  const [isChecking, setChecking] = useState(false);
  const entries = fields.map((_, index) => draft.entries?.[index] ?? null);
  const show = (found: FieldProblems) => {
    setProblems(found);
    const first = found.findIndex(problem => problem !== null);
    document.getElementById(`${id}-${first}`)?.focus();
    return first === -1;
  };
  return {
    entries,
    problems,
    isChecking,
    change(index, entry) {
      setDraft({ entries: entries.with(index, entry) });
      const field = fields[index];
      if (field && (problems[index] ?? null) !== null) {
        setProblems(problems.with(index, readEntry(field, entry).problem ?? null));
      }
    },
    async submit() {
      const found = fields.map((field, index) =>
        isHalfWritten(document.getElementById(`${id}-${index}`))
          ? l10n.t('Enter the whole date.')
          : (readEntry(field, entries[index] ?? null).problem ?? null),
      );
      if (isChecking || !show(found)) {
        return;
      }
      setChecking(true);
      const checked = await checkForm(prompt.id, entries);
      setChecking(false);
      if (checked && show(checked)) {
        answering.answer({ kind: 'submitForm', entries });
      }
    },
  };
}

/** A date of which only some parts are entered has an empty value. */
function isHalfWritten(control: HTMLElement | null): boolean {
  return control instanceof HTMLInputElement && control.validity.badInput;
}
