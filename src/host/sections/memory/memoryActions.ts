import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { OwnScope } from '../../../cli/config/settingsPlaces';
import { appendLine, planLine } from '../../../cli/memory/appendLine';
import { planText, writeText } from '../../../cli/memory/changeText';
import { ownMemory } from '../../../cli/memory/memoryFiles';
import { changeNote } from '../../../cli/patches/memoryNotes';
import { changeable, requireShown, rowGone } from '../files/changeable';
import { createFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import { originOf } from '../files/scopeLabels';
import type { SettingsFiles } from '../files/settingsFiles';
import { requireTrusted } from '../model/requireTrusted';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import { type LinePlace, lineForm, linePlaces } from './lineForm';
import type { MemoryPorts } from './memoryPorts';
import { placedNotes } from './memoryRows';
import type { AutoMemory, MemoryState } from './memoryState';
import { noteForm } from './noteRows';

interface MemoryAction {
  readonly files: SettingsFiles;
  readonly ports: MemoryPorts;
  readonly place: SectionPlace;
  readonly request: ActionRequest;
  read(): Promise<MemoryState>;
}

/** @throws UserError `trust.required`, or as what writes the file */
export async function actOnMemory(action: MemoryAction): Promise<ActionOutcome> {
  const { files, ports, place, request } = action;
  requireTrusted(place);
  const lines = await linePlaces(files.configFolder, place.cwd);
  switch (request.action) {
    case 'add':
      return add(ports, lines, request);
    case 'create':
      return create(ports, lines, request);
    case 'editNote':
    case 'removeNote':
      return changeNoteOf(action);
    case 'toggleAuto':
      return toggle(files, (await action.read()).auto, place, request);
    default:
      throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
}

async function add(
  { preview }: MemoryPorts,
  lines: readonly LinePlace[],
  { entries, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const { values, problems } = readForm(lineForm(lines).fields, entries);
  if (problems) {
    return { problems };
  }
  const place = lines.find(({ id }) => id === values.place);
  if (!place) {
    throw rowGone();
  }
  const line = { ...place, line: textOf(values.line) };
  if (isPreview) {
    const title = l10n.t('{0}: now ↔ after the change', place.label);
    await preview.show(title, [await planLine(line)]);
    return {};
  }
  return addLine(place, textOf(values.line));
}

/** @throws UserError as `appendLine` */
export async function addLine({ path, root, label }: LinePlace, line: string) {
  const undo = await appendLine({ path, root, line });
  return { text: l10n.t('Added to the instructions: {0}.', label), undo };
}

async function create(
  { open }: MemoryPorts,
  lines: readonly LinePlace[],
  { row, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const place = lines.find(({ path }) => `file/${path}` === row);
  if (!place) {
    throw rowGone();
  }
  if (isPreview) {
    return {};
  }
  const { path, root } = place;
  const outcome = await createFile({ path, root, text: '' });
  await open(path);
  return outcome;
}

/** Edits a note, or removes it. */
async function changeNoteOf(action: MemoryAction): Promise<ActionOutcome> {
  const { files, ports, place, request } = action;
  const state = await action.read();
  const { user, project, local } = state.files;
  const all = placedNotes([...user, ...project, ...local, ...state.nested.files]);
  const found = all.get(request.row ?? '');
  if (!found) {
    throw rowGone();
  }
  const { path, note } = found;
  const form = noteForm(note.text);
  const isEdit = request.action === 'editNote';
  const { values, problems } = readForm(isEdit ? form.fields : [], request.entries);
  if (problems) {
    return { problems };
  }
  const own = ownMemory({ cwd: place.cwd, configFolder: files.configFolder });
  const target = { path, root: path === own.user ? undefined : place.cwd };
  const by = isEdit ? textOf(values.note) : undefined;
  const plan = await planText(target, text => changeNote(text, note, by));
  if (request.isPreview) {
    await ports.preview.show(l10n.t('{0}: now ↔ after the change', basename(path)), [plan]);
    return {};
  }
  const undo = await writeText(target, plan);
  return { text: isEdit ? l10n.t('The note was changed.') : l10n.t('The note was removed.'), undo };
}

/** Changes the setting where it stands; where none has it, that of the user. */
async function toggle(
  files: SettingsFiles,
  { isOn, canToggle, file }: AutoMemory,
  place: SectionPlace,
  request: ActionRequest,
): Promise<ActionOutcome> {
  requireShown(request, isOn);
  if (!canToggle) {
    const text = l10n.t('Claude Code does not let auto memory be changed here.');
    throw new UserError('settings.readOnly', text);
  }
  const origin = file && originOf(file, place.isTrusted);
  const own = file?.scope === 'managed' || file?.scope === 'arguments' ? undefined : file?.scope;
  const scope: OwnScope = origin
    ? changeable({ origin, ...(own && origin.readOnly === undefined ? { scope: own } : {}) })
    : 'user';
  const edit = { kind: 'set', path: ['autoMemoryEnabled'], value: !isOn } as const;
  return files.carryOut(place, request.isPreview, [{ scope, edits: [edit] }]);
}
