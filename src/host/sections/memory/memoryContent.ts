import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/locale';
import { plural } from '../../../base/plural';
import { textTokens } from '../../../base/tokenEstimate';
import type { MemoryFile } from '../../../cli/memory/memoryFile';
import type { SectionGroup, SectionRow } from '../../../contract/sections';
import type { Note } from '../files/askCli';
import { fileNotes } from '../files/fileNotes';
import { originOf } from '../files/scopeLabels';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { type LinePlace, lineForm } from './lineForm';
import { isSent, memoryRow } from './memoryRows';
import { type AutoMemory, everyFile, type MemoryState } from './memoryState';

/** Tokens above which memory is worth a look: it takes room in each conversation. */
const manyTokens = 10_000;

export function memoryContent(
  state: MemoryState,
  place: SectionPlace,
  lines: readonly LinePlace[],
): SectionContent {
  const { isTrusted } = place;
  const { managed, user, parents, project, local, rules } = state.files;
  const rows = (
    files: readonly MemoryFile[],
    label: string,
    { canCreate = false, canChangeNotes = canCreate, readOnly }: RowAbilities = {},
  ) =>
    files.map(file => {
      const origin = { label, ...(readOnly === undefined ? {} : { readOnly }) };
      return memoryRow(file, {
        ...{ state, origin, canCreate: canCreate && isTrusted },
        canChangeNotes: canChangeNotes && isTrusted,
      });
    });
  const organization = l10n.t('Your organization manages these instructions');
  const own: RowAbilities = { canCreate: true };
  const titles = titlesOf();
  const groups: readonly SectionGroup[] = [
    { ...titles.user, rows: rows(user, titles.user.title, own) },
    { ...titles.project, rows: rows(shownProject(project), titles.project.title, own) },
    { ...titles.local, rows: rows(local, titles.local.title, own) },
    {
      ...titles.rules,
      rows: rows(rules, titles.rules.title),
      empty: l10n.t('There are no rules.'),
    },
    nestedGroup(state, titles.nested, isTrusted),
    { ...titles.parents, rows: rows(parents, titles.parents.title) },
    {
      ...titles.managed,
      rows: rows(managed.filter(isThere), titles.managed.title, { readOnly: organization }),
    },
    { ...titles.others, rows: state.others.map(path => otherRow(path, titles.others.title)) },
    autoGroup(state.auto, isTrusted),
  ];
  const add = { id: 'add', label: l10n.t('Add a Line…'), form: lineForm(lines) };
  const isUseful = ({ id, rows }: SectionGroup) => rows.length > 0 || id === 'rules';
  return {
    groups: groups.filter(isUseful),
    notes: [...sizeNotes(state), ...(state.note ? [state.note] : []), ...fileNotes(state.settings)],
    ...(isTrusted ? { actions: [add] } : {}),
  };
}

interface RowAbilities {
  readonly canCreate?: boolean;
  /** Absent: as `canCreate`. */
  readonly canChangeNotes?: boolean;
  /** Why nothing can be changed. */
  readonly readOnly?: string;
}

function titlesOf() {
  const title = <I extends string>(id: I, text: string) => ({ id, title: text });
  return {
    user: title('user', l10n.t('User')),
    project: title('project', l10n.t('Project')),
    local: title('local', l10n.t('Only you')),
    rules: title('rules', l10n.t('Rules')),
    nested: title('nested', l10n.t('Subfolders')),
    parents: title('parents', l10n.t('Parent folders')),
    managed: title('managed', l10n.t('Managed')),
    others: title('others', l10n.t('Other files')),
  };
}

function nestedGroup(
  { nested }: MemoryState,
  title: Pick<SectionGroup, 'id' | 'title'>,
  canChangeNotes: boolean,
): SectionGroup {
  // The CLI lists only what it sends from the start.
  const origin = { label: title.title };
  const options = { state: { sent: undefined }, origin, canCreate: false, canChangeNotes };
  const note = l10n.t('Sent once Claude reads a file in their folder.');
  return {
    ...title,
    note: nested.isCut ? l10n.t('{0} In this large folder, only a part is listed.', note) : note,
    rows: nested.files.map(file => memoryRow(file, options)),
  };
}

/** Shows the first file of a project if it has none, so that it can be created. */
function shownProject(project: readonly MemoryFile[]): readonly MemoryFile[] {
  const there = project.filter(isThere);
  return there.length > 0 ? there : project.slice(0, 1);
}

function isThere({ state }: MemoryFile): boolean {
  return state !== 'missing';
}

function sizeNotes({ files, sent }: MemoryState): readonly Note[] {
  const counted = everyFile(files).filter(file => isSent(file, sent));
  const tokens = counted.reduce((sum, { length }) => sum + textTokens(length), 0);
  const number = numberText(tokens);
  return tokens > manyTokens
    ? [
        {
          text: l10n.t(
            'About {0} tokens are sent with each message. Shorten the files, or limit rules to the files that they are about.',
            number,
          ),
          tone: 'warning',
        },
      ]
    : [
        {
          text: plural(tokens, {
            one: l10n.t('About 1 token is sent with each message.'),
            other: l10n.t('About {0} tokens are sent with each message.', number),
          }),
        },
      ];
}

/** File that the CLI sends for a reason that its files do not show. */
function otherRow(path: string, label: string): SectionRow {
  return { id: `file/${path}`, title: basename(path), origin: { label, path }, canOpen: true };
}

function autoGroup({ isOn, canToggle, file, notes }: AutoMemory, isTrusted: boolean): SectionGroup {
  const origin = file && originOf(file, isTrusted);
  const label = l10n.t('Auto memory');
  const canChange = canToggle && isTrusted && origin?.readOnly === undefined;
  const rows = notes.map((path): SectionRow => {
    return { id: `note/${path}`, title: basename(path), origin: { label, path }, canOpen: true };
  });
  const detail = canToggle
    ? l10n.t('Claude keeps notes about this project for later conversations.')
    : l10n.t('Claude Code does not let this be changed here: see its environment variables.');
  return {
    id: 'auto',
    title: label,
    rows: [
      {
        ...{ id: 'auto', title: label, detail },
        ...(canChange
          ? { toggle: { action: 'toggleAuto', label, isOn, canPreview: true } }
          : { badges: [{ text: isOn ? l10n.t('On') : l10n.t('Off') }] }),
        ...(origin ? { origin } : {}),
        ...(origin || notes.length > 0 ? { canOpen: true } : {}),
        ...(rows.length > 0 ? { rows } : {}),
      },
    ],
  };
}
