import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { writeFrontMatter } from '../../../cli/definitions/frontMatter';
import type { FormEntries, FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import type { NewFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import type { ActionOutcome } from '../model/sectionSource';

interface PromptPlaces {
  /** Folder of the conversation. */
  readonly cwd: string | undefined;
  /** Folder in which VS Code keeps the user's own prompts. */
  readonly editorPrompts: string | undefined;
}

/** @returns undefined if there is no folder for prompts */
export function newPromptForm(places: PromptPlaces): ActionForm | undefined {
  const options = placeOptions(places);
  const [first] = options;
  if (!first) {
    return undefined;
  }
  const required = { kind: 'text', isRequired: true } as const;
  const fields: readonly FormField[] = [
    {
      ...{ ...required, name: 'name', title: l10n.t('Name'), maxLength: 64 },
      description: l10n.t('Lowercase letters, digits and “-”. It becomes the word after “/”.'),
    },
    {
      ...{ kind: 'text', isRequired: false, name: 'description', title: l10n.t('Description') },
      ...{ maxLength: 1_000, description: l10n.t('Shown in the list of commands.') },
    },
    {
      ...{ ...required, name: 'text', title: l10n.t('Prompt') },
      ...{ maxLength: 20_000, isMultiline: true },
      description: l10n.t(
        'Sent in place of the word. {0} asks for a value; {1} stands for what you type after the word.',
        `\${input:topic}`,
        '$ARGUMENTS',
      ),
    },
    {
      ...{ kind: 'choice', name: 'place', title: l10n.t('For'), isRequired: true, options },
      initial: first.value,
    },
  ];
  const submit = l10n.t('Create');
  return { title: l10n.t('New prompt file'), submit, fields, canPreview: true };
}

/** Returns the file of a new prompt, or the problems of the entries. */
export async function newPrompt(
  entries: FormEntries,
  places: PromptPlaces,
): Promise<
  | { readonly file: NewFile; readonly problems?: undefined }
  | { readonly file?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> }
> {
  const fields = newPromptForm(places)?.fields ?? [];
  const { values, problems } = readForm(fields, entries, (field, value) =>
    field === 'name' && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(textOf(value))
      ? l10n.t('Use lowercase letters, digits and single “-” between them.')
      : undefined,
  );
  if (problems) {
    return { problems };
  }
  const { cwd, editorPrompts } = places;
  const isOwn = values.place === 'user' && editorPrompts !== undefined;
  const folder = isOwn ? editorPrompts : join(cwd ?? '', '.github', 'prompts');
  const description = textOf(values.description);
  const text = await writeFrontMatter(
    description === '' ? {} : { description },
    textOf(values.text),
  );
  const path = join(folder, `${textOf(values.name)}.prompt.md`);
  return { file: { path, root: isOwn ? undefined : cwd, text } };
}

function placeOptions({ cwd, editorPrompts }: PromptPlaces) {
  return [
    ...(cwd === undefined
      ? []
      : [{ value: 'project', label: l10n.t('This project (.github, also for VS Code)') }]),
    ...(editorPrompts === undefined
      ? []
      : [{ value: 'user', label: l10n.t('All projects (only you)') }]),
  ];
}
