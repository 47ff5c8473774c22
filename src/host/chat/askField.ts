import * as vscode from 'vscode';
import type {
  ChoiceField,
  ChoicesField,
  FieldEntry,
  FlagField,
  FormField,
  NumberField,
  TextField,
} from '../../contract/elicitation';
import { fieldHint } from '../../contract/forms/fieldHint';
import { initialEntry } from '../../contract/forms/readEntry';
import { nativeUi } from '../nativeText/nativeUi';

interface FieldQuestion<F extends FormField = FormField> {
  readonly field: F;
  readonly title: string;
  /** The server's message about the whole form. */
  readonly message: string;
  problemOf(entry: FieldEntry): string | undefined;
}

/** Asks for one field of a server's form. @returns undefined if the user gave up */
export function askField(question: FieldQuestion): Promise<FieldEntry | undefined> {
  const { field } = question;
  switch (field.kind) {
    case 'text':
    case 'number':
      return askText({ ...question, field });
    case 'flag':
      return askFlag({ ...question, field });
    case 'choice':
      return askChoice({ ...question, field });
    case 'choices':
      return askChoices({ ...question, field });
  }
}

async function askText(question: FieldQuestion<TextField | NumberField>) {
  const { field, title, problemOf } = question;
  return nativeUi.showInputBox({
    title,
    prompt: `${describe(question)} · ${vscode.l10n.t('Enter no passwords or other secrets here.')}`,
    value: `${initialEntry(field)}`,
    validateInput: text => problemOf(text),
  });
}

async function askFlag(question: FieldQuestion<FlagField>) {
  const yes = { label: vscode.l10n.t('Yes') };
  const no = { label: vscode.l10n.t('No') };
  const items = question.field.initial === true ? [yes, no] : [no, yes];
  const picked = await nativeUi.showQuickPick(items, pickOptions(question));
  return picked === undefined ? undefined : picked === yes;
}

async function askChoice(question: FieldQuestion<ChoiceField>) {
  const { field } = question;
  const options = field.options.map(({ label, value }) => ({
    label,
    value,
    ...(value === field.initial ? { description: vscode.l10n.t('suggested') } : {}),
  }));
  const none = { label: vscode.l10n.t('No choice'), value: '' };
  const items = field.isRequired ? options : [...options, none];
  return (await nativeUi.showQuickPick(items, pickOptions(question)))?.value;
}

async function askChoices(question: FieldQuestion<ChoicesField>) {
  const { field, problemOf } = question;
  const initial = field.initial ?? [];
  const items = field.options.map(({ label, value }) => ({
    ...{ label, value },
    picked: initial.includes(value),
  }));
  const options = { ...pickOptions(question), canPickMany: true as const };
  let placeHolder = options.placeHolder;
  for (;;) {
    const picked = await nativeUi.showQuickPick(items, { ...options, placeHolder });
    const entry = picked?.map(({ value }) => value);
    const problem = entry && problemOf(entry);
    if (problem === undefined) {
      return entry;
    }
    placeHolder = problem;
  }
}

function pickOptions(question: FieldQuestion) {
  return { title: question.title, placeHolder: describe(question), ignoreFocusOut: true };
}

function describe({ field, message }: FieldQuestion): string {
  const { title, description } = field;
  return [title, description, fieldHint(field), message]
    .filter(part => part !== undefined && part !== '')
    .join(' · ');
}
