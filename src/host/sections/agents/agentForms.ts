import * as l10n from '@vscode/l10n';
import { writeFrontMatter } from '../../../cli/definitions/frontMatter';
import type { FormEntries, FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { newPath, placeField } from '../definitions/definitionList';
import type { NewFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import type { ActionOutcome } from '../model/sectionSource';

/** Tools that the form offers; the file takes any. */
const commonTools = ['Read', 'Grep', 'Glob', 'Edit', 'Write', 'Bash', 'WebFetch', 'WebSearch'];
const models = ['inherit', 'sonnet', 'opus', 'haiku'];

export function newAgentForm(cwd: string | undefined): ActionForm {
  const required = { kind: 'text', isRequired: true } as const;
  const fields: readonly FormField[] = [
    {
      ...{ ...required, name: 'name', title: l10n.t('Name'), maxLength: 64 },
      description: l10n.t('Lowercase letters, digits and “-”, such as code-reviewer.'),
    },
    {
      ...{ ...required, name: 'description', title: l10n.t('Description'), maxLength: 1_000 },
      description: l10n.t('When Claude should use it. Sent with every conversation.'),
    },
    {
      ...{ ...required, name: 'instructions', title: l10n.t('Instructions') },
      ...{ maxLength: 20_000, isMultiline: true },
      description: l10n.t('Its system prompt. You can continue in the file.'),
    },
    {
      ...{ kind: 'choices', name: 'tools', title: l10n.t('Tools'), isRequired: false },
      options: commonTools.map(tool => ({ value: tool, label: tool })),
      description: l10n.t('None chosen: all tools.'),
    },
    {
      ...{ kind: 'choice', name: 'model', title: l10n.t('Model'), isRequired: true },
      options: models.map(model => ({
        value: model,
        label: model === 'inherit' ? l10n.t('As the conversation') : model,
      })),
      initial: 'inherit',
    },
    placeField(cwd),
  ];
  return { title: l10n.t('New agent'), submit: l10n.t('Create'), fields, canPreview: true };
}

/** Returns the file of a new agent, or the problems of the entries. */
export async function newAgent(
  entries: FormEntries,
  where: { readonly cwd: string | undefined; readonly configFolder: string },
): Promise<
  | { readonly file: NewFile; readonly problems?: undefined }
  | { readonly file?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> }
> {
  const { values, problems } = readForm(newAgentForm(where.cwd).fields, entries, (field, value) =>
    field === 'name' && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(textOf(value))
      ? l10n.t('Use lowercase letters, digits and single “-” between them.')
      : undefined,
  );
  if (problems) {
    return { problems };
  }
  const name = textOf(values.name);
  const tools = Array.isArray(values.tools) ? values.tools.join(', ') : '';
  const model = textOf(values.model);
  const head = {
    ...{ name, description: textOf(values.description) },
    ...(tools === '' ? {} : { tools }),
    ...(model === 'inherit' ? {} : { model }),
  };
  const text = await writeFrontMatter(head, textOf(values.instructions));
  const { path, root } = newPath('agents', `${name}.md`, values.place, where);
  return { file: { path, root, text } };
}
