import * as l10n from '@vscode/l10n';
import { writeFrontMatter } from '../../../cli/definitions/frontMatter';
import type { FormEntries, FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { newPath, placeField } from '../definitions/definitionList';
import type { NewFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import { scopeField } from '../files/scopeField';
import type { ActionOutcome } from '../model/sectionSource';
import { type FileSkill, type Offer, offers } from './skillState';

export function offerText(offer: Offer): string {
  switch (offer) {
    case 'on':
      return l10n.t('On');
    case 'name-only':
      return l10n.t('On, but Claude sees only its name');
    case 'user-invocable-only':
      return l10n.t('Only when you type it');
    case 'off':
      return l10n.t('Off');
  }
}

export function offerForm(cwd: string | undefined, current: Offer): ActionForm {
  return {
    title: l10n.t('Use'),
    submit: l10n.t('Save'),
    canPreview: true,
    fields: [
      {
        ...{ kind: 'choice', name: 'offer', title: l10n.t('Use'), isRequired: true },
        options: offers.map(offer => ({ value: offer, label: offerText(offer) })),
        initial: current,
      },
      scopeField(cwd),
    ],
  };
}

export function newForm(kind: FileSkill['kind'], cwd: string | undefined): ActionForm {
  const isSkill = kind === 'skills';
  const required = { kind: 'text', isRequired: true } as const;
  const hint: FormField = {
    ...{ kind: 'text', name: 'hint', title: l10n.t('Argument hint'), isRequired: false },
    ...{ maxLength: 200, description: l10n.t('Shown after the command, such as [file].') },
  };
  return {
    title: isSkill ? l10n.t('New skill') : l10n.t('New command'),
    submit: l10n.t('Create'),
    canPreview: true,
    fields: [
      {
        ...{ ...required, name: 'name', title: l10n.t('Name'), maxLength: 64 },
        description: l10n.t('Lowercase letters, digits and “-”. It becomes the word after “/”.'),
      },
      {
        ...{ ...required, name: 'description', title: l10n.t('Description'), maxLength: 1_000 },
        description: isSkill
          ? l10n.t('What it does and when Claude should use it.')
          : l10n.t('Shown in the list of commands.'),
      },
      {
        ...{ ...required, name: 'text', maxLength: 20_000, isMultiline: true },
        title: isSkill ? l10n.t('Instructions') : l10n.t('Prompt'),
        description: isSkill
          ? l10n.t('You can continue in the file.')
          : l10n.t('Sent to Claude. $ARGUMENTS stands for what you type after the command.'),
      },
      ...(isSkill ? [] : [hint]),
      placeField(cwd),
    ],
  };
}

/** Returns the file of a new skill or command, or the problems of the entries. */
export async function newDefinition(
  kind: FileSkill['kind'],
  entries: FormEntries,
  where: { readonly cwd: string | undefined; readonly configFolder: string },
): Promise<
  | { readonly file: NewFile; readonly problems?: undefined }
  | { readonly file?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> }
> {
  const { fields } = newForm(kind, where.cwd);
  const { values, problems } = readForm(fields, entries, (field, value) =>
    field === 'name' && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(textOf(value))
      ? l10n.t('Use lowercase letters, digits and single “-” between them.')
      : undefined,
  );
  if (problems) {
    return { problems };
  }
  const name = textOf(values.name);
  const isSkill = kind === 'skills';
  const hint = textOf(values.hint);
  const head = {
    ...(isSkill ? { name } : {}),
    description: textOf(values.description),
    ...(hint === '' ? {} : { 'argument-hint': hint }),
  };
  const text = await writeFrontMatter(head, textOf(values.text));
  const relative = isSkill ? `${name}/SKILL.md` : `${name}.md`;
  const { path, root } = newPath(kind, relative, values.place, where);
  return { file: { path, root, text } };
}
