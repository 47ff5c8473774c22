import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { writeFrontMatter } from '../../../cli/definitions/frontMatter';
import type { FormEntries, FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { newPath } from '../definitions/definitionList';
import type { NewFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import type { ActionOutcome } from '../model/sectionSource';
import type { AgentDraft } from './agentDraft';

/** Tools that the form offers; the file takes any. */
export const commonTools = [
  ...['Read', 'Grep', 'Glob', 'Edit', 'Write', 'Bash', 'WebFetch', 'WebSearch'],
];
export const commonModels = ['inherit', 'sonnet', 'opus', 'haiku'];

/** @param draft values that the fields begin with */
export function newAgentForm(cwd: string | undefined, draft?: AgentDraft): ActionForm {
  const required = { kind: 'text', isRequired: true } as const;
  const fields: readonly FormField[] = [
    {
      ...{ ...required, name: 'name', title: l10n.t('Name'), maxLength: 64 },
      description: l10n.t('Lowercase letters, digits and “-”, such as code-reviewer.'),
      ...(draft ? { initial: draft.name } : {}),
    },
    {
      ...{ ...required, name: 'description', title: l10n.t('Description'), maxLength: 1_000 },
      description: l10n.t('When Claude should use it. Sent with every conversation.'),
      ...(draft ? { initial: draft.description } : {}),
    },
    {
      ...{ ...required, name: 'instructions', title: l10n.t('Instructions') },
      ...{ maxLength: 20_000, isMultiline: true },
      description: l10n.t('Its system prompt. You can continue in the file.'),
      ...(draft ? { initial: draft.instructions } : {}),
    },
    {
      ...{ kind: 'choices', name: 'tools', title: l10n.t('Tools'), isRequired: false },
      options: commonTools.map(tool => ({ value: tool, label: tool })),
      description: l10n.t('None chosen: all tools.'),
      ...(draft ? { initial: draft.tools } : {}),
    },
    {
      ...{ kind: 'choice', name: 'model', title: l10n.t('Model'), isRequired: true },
      options: commonModels.map(model => ({
        value: model,
        label: model === 'inherit' ? l10n.t('As the conversation') : model,
      })),
      initial: draft?.model ?? 'inherit',
    },
    placeField(cwd),
  ];
  return { title: l10n.t('New agent'), submit: l10n.t('Create'), fields, canPreview: true };
}

export function draftForm(): ActionForm {
  return {
    title: l10n.t('New agent from a description'),
    submit: l10n.t('Write Draft'),
    note: l10n.t(
      'Claude writes a draft, which takes one model call. You check it before it is saved.',
    ),
    fields: [
      {
        ...{ kind: 'text', isRequired: true, name: 'wish', title: l10n.t('Description') },
        ...{ maxLength: 4_000, isMultiline: true },
        description: l10n.t('What the agent should do, and when.'),
      },
    ],
  };
}

export function readWish(
  entries: FormEntries,
):
  | { readonly wish: string; readonly problems?: undefined }
  | { readonly wish?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> } {
  const { values, problems } = readForm(draftForm().fields, entries);
  return problems ? { problems } : { wish: textOf(values.wish) };
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
  const tools = Array.isArray(values.tools) ? values.tools : [];
  const model = textOf(values.model);
  const isGithub = values.place === 'github' && where.cwd !== undefined;
  const head = {
    ...{ name, description: textOf(values.description) },
    // VS Code reads lists only.
    ...(tools.length === 0 ? {} : { tools: isGithub ? tools : tools.join(', ') }),
    ...(model === 'inherit' ? {} : { model }),
  };
  const text = await writeFrontMatter(head, textOf(values.instructions));
  const place = isGithub
    ? { path: join(where.cwd, '.github', 'agents', `${name}.agent.md`), root: where.cwd }
    : newPath('agents', `${name}.md`, values.place, where);
  return { file: { ...place, text } };
}

function placeField(cwd: string | undefined): FormField {
  const options = [
    ...(cwd === undefined
      ? []
      : [
          { value: 'project', label: l10n.t('This project (.claude)') },
          { value: 'github', label: l10n.t('This project (.github, also for VS Code)') },
        ]),
    { value: 'user', label: l10n.t('All projects (only you)') },
  ];
  return {
    ...{ kind: 'choice', name: 'place', title: l10n.t('For'), isRequired: true, options },
    initial: options[0]?.value ?? 'user',
  };
}
