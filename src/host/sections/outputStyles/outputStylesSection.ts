import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { ownScopes } from '../../../cli/config/settingsPlaces';
import type { SectionRow } from '../../../contract/sections';
import { FolderWatch } from '../../../node/folderWatch';
import { rowGone } from '../files/changeable';
import { createFile, previewFile } from '../files/createFile';
import { fileNotes } from '../files/fileNotes';
import { readForm, textOf } from '../files/readForm';
import { removal } from '../files/removal';
import { chosenScope } from '../files/scopeField';
import { originOf } from '../files/scopeLabels';
import type { SettingsFiles } from '../files/settingsFiles';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { styleFolder } from './styleFiles';
import { newStyleForm, useStyleForm } from './styleForms';
import { readStyles, type StyleState } from './styleState';

/** Styles in which answers are written: listed, chosen for a scope, and made. */
export function outputStylesSection(files: SettingsFiles): SectionSource {
  return {
    id: 'outputStyles',
    title: l10n.t('Output styles'),
    read: async place => content(await readStyles(files, place), place),
    act: async (place, request) => act(files, place, request),
    async locate(place, row) {
      const { own, choices } = await readStyles(files, place);
      const choice = choices.find(({ scope }) => `choice/${scope}` === row);
      if (choice) {
        return { path: choice.path, line: choice.line(['outputStyle']) };
      }
      const found = own.find(({ name }) => `style/${name}` === row);
      return found && { path: found.path };
    },
    watch(place, onChange) {
      const folders = (['user', 'project'] as const).flatMap(
        scope => styleFolder(scope, files.configFolder, place.cwd) ?? [],
      );
      const watches = [
        files.watch(place, onChange),
        ...folders.map(folder => new FolderWatch(folder, onChange)),
      ];
      return { dispose: () => watches.forEach(watch => void watch.dispose()) };
    },
  };
}

function content(state: StyleState, place: SectionPlace): SectionContent {
  const { cwd, isTrusted } = place;
  return {
    groups: [
      {
        id: 'choices',
        title: l10n.t('In use'),
        note: l10n.t('New conversations use the style “{0}”.', state.current),
        rows: state.choices.map((choice): SectionRow => {
          const origin = originOf(choice, isTrusted);
          const reset = removal('reset', l10n.t('Reset'));
          return {
            ...{ id: `choice/${choice.scope}`, title: choice.style, origin, canOpen: true },
            ...(origin.readOnly === undefined ? { actions: [reset] } : {}),
          };
        }),
        empty: l10n.t('No settings file names a style.'),
      },
      {
        id: 'styles',
        title: l10n.t('Styles'),
        rows: state.names.map(name => styleRow(name, state, place)),
        ...(isTrusted
          ? { actions: [{ id: 'new', label: l10n.t('New Style…'), form: newStyleForm(cwd) }] }
          : {}),
      },
    ],
    notes: [...(state.note ? [state.note] : []), ...fileNotes(state.files)],
  };
}

function styleRow(name: string, { own, current }: StyleState, place: SectionPlace): SectionRow {
  const file = own.find(style => style.name === name);
  const label = file?.scope === 'user' ? l10n.t('Your styles') : l10n.t('Styles of the project');
  return {
    ...{ id: `style/${name}`, title: name },
    ...(file?.description === undefined ? {} : { detail: file.description }),
    ...(name === current ? { badges: [{ text: l10n.t('In use'), tone: 'good' }] } : {}),
    ...(file ? { origin: { label, path: file.path }, canOpen: true } : {}),
    ...(place.isTrusted && name !== current
      ? { actions: [{ id: 'use', label: l10n.t('Use…'), form: useStyleForm(place.cwd) }] }
      : {}),
  };
}

async function act(
  files: SettingsFiles,
  place: SectionPlace,
  request: ActionRequest,
): Promise<ActionOutcome> {
  requireTrusted(place);
  if (request.action === 'new') {
    return create(files, place, request);
  }
  const { names, choices } = await readStyles(files, place);
  const path = ['outputStyle'];
  const choice = choices.find(({ scope }) => `choice/${scope}` === request.row);
  const own = ownScopes.find(scope => scope === choice?.scope);
  if (choice && own) {
    const was = { value: choice.style };
    return files.carryOut(place, request.isPreview, [
      { scope: own, edits: [{ kind: 'remove', path, was }] },
    ]);
  }
  const value = names.find(name => `style/${name}` === request.row);
  if (value === undefined) {
    throw rowGone();
  }
  const { values, problems } = readForm(useStyleForm(place.cwd).fields, request.entries);
  return problems
    ? { problems }
    : files.carryOut(place, request.isPreview, [
        { scope: chosenScope(values.scope), edits: [{ kind: 'set', path, value }] },
      ]);
}

async function create(
  files: SettingsFiles,
  { cwd }: SectionPlace,
  { entries, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const { values, problems } = readForm(newStyleForm(cwd).fields, entries, (name, value) =>
    name === 'name' && !/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(textOf(value))
      ? l10n.t('Use letters, digits, spaces, “-” and “_”.')
      : undefined,
  );
  if (problems) {
    return { problems };
  }
  const scope = values.place === 'project' ? 'project' : 'user';
  const folder = styleFolder(scope, files.configFolder, cwd);
  if (folder === undefined) {
    throw new UserError('folder.none', l10n.t('Open a folder first.'));
  }
  const name = textOf(values.name);
  const head = [`name: ${name}`, `description: ${JSON.stringify(textOf(values.description))}`];
  const text = `---\n${head.join('\n')}\n---\n\n${textOf(values.instructions)}\n`;
  const root = scope === 'user' ? undefined : (cwd ?? folder);
  const file = { path: join(folder, `${name}.md`), root, text };
  return isPreview ? previewFile(file, files.preview) : createFile(file);
}
