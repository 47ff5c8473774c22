import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../../base/disposable';
import type { SectionGroup } from '../../../contract/sections';
import {
  fileId,
  makeFile,
  removeFile,
  scopeTitle,
  watchDefinitions,
} from '../definitions/definitionList';
import type { DefinitionPorts } from '../definitions/definitionPorts';
import { rowGone } from '../files/changeable';
import { fileNotes } from '../files/fileNotes';
import { readForm } from '../files/readForm';
import { chosenScope } from '../files/scopeField';
import type { SettingsFiles } from '../files/settingsFiles';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { newDefinition, newForm, offerForm } from './skillForms';
import { fileRow, otherRow } from './skillRows';
import { readSkills, type SkillState } from './skillState';

const kinds = ['skills', 'commands'] as const;

/** Skills and commands: what stands behind the words after `/`. */
export function skillsSection(files: SettingsFiles, ports: DefinitionPorts): SectionSource {
  return {
    id: 'skills',
    title: l10n.t('Skills and commands'),
    read: async place => content(await readSkills(files, place), place),
    async act(place, request) {
      const outcome = await act(place, request, files, ports);
      if (request.isPreview || outcome.problems) {
        return outcome;
      }
      await reload(place, ports);
      const { undo } = outcome;
      const undoAll = async () => {
        await undo?.();
        await reload(place, ports);
      };
      return { ...outcome, ...(undo ? { undo: undoAll } : {}) };
    },
    async locate(place, row) {
      const { own } = await readSkills(files, { ...place, isTrusted: false });
      const found = own.find(({ file }) => fileId(file) === row);
      return found && { path: found.file.path };
    },
    watch(place, onChange) {
      const store = new DisposableStore();
      store.add(files.watch(place, onChange));
      store.add(watchDefinitions(kinds, files.configFolder, place, onChange));
      return store;
    },
  };
}

function content(state: SkillState, place: SectionPlace): SectionContent {
  const { cwd, isTrusted } = place;
  const ofScope = (scope: 'project' | 'user'): SectionGroup => ({
    ...{ id: scope, title: scopeTitle(scope), empty: l10n.t('No skills or commands') },
    rows: state.own
      .filter(({ file }) => file.place.scope === scope)
      .map(skill => fileRow(skill, state, place)),
  });
  const ofSource = (source: 'other' | 'builtin', title: string): SectionGroup[] => {
    const rows = state.others.filter(one => one.source === source).map(otherRow);
    return rows.length === 0 ? [] : [{ id: source, title, rows }];
  };
  return {
    groups: [
      ...(cwd === undefined ? [] : [ofScope('project')]),
      ofScope('user'),
      ...ofSource('other', l10n.t('From plugins and servers')),
      ...ofSource('builtin', l10n.t('Built in')),
    ],
    notes: [...(state.note ? [state.note] : []), ...fileNotes(state.settings)],
    ...(isTrusted
      ? {
          actions: [
            {
              ...{ id: 'newSkill', label: l10n.t('New Skill…'), kind: 'primary' },
              form: newForm('skills', cwd),
            },
            { id: 'newCommand', label: l10n.t('New Command…'), form: newForm('commands', cwd) },
          ],
        }
      : {}),
  };
}

async function act(
  place: SectionPlace,
  { action, row, entries, isPreview }: ActionRequest,
  files: SettingsFiles,
  ports: DefinitionPorts,
): Promise<ActionOutcome> {
  requireTrusted(place);
  const { cwd } = place;
  const { configFolder } = files;
  if (action === 'newSkill' || action === 'newCommand') {
    const kind = action === 'newSkill' ? 'skills' : 'commands';
    const { file, problems } = await newDefinition(kind, entries, { cwd, configFolder });
    return problems ? { problems } : makeFile(file, isPreview, ports);
  }
  const { own } = await readSkills(files, { ...place, isTrusted: false });
  const found = own.find(({ file }) => fileId(file) === row);
  if (!found) {
    throw rowGone();
  }
  if (action === 'remove') {
    return removeFile(found.file, found.kind, isPreview, ports);
  }
  const { values, problems } = readForm(offerForm(cwd, found.offer).fields, entries);
  const path = ['skillOverrides', found.name];
  return problems
    ? { problems }
    : files.carryOut(place, isPreview, [
        {
          scope: chosenScope(values.scope),
          edits: [{ kind: 'set', path, value: String(values.offer) }],
        },
      ]);
}

/** Lets agents that run read their skills anew. Old ones do so with their next start. */
async function reload(place: SectionPlace, { running }: DefinitionPorts): Promise<void> {
  const own = await place.reports().then(
    reports => [reports],
    () => [],
  );
  const all = new Set([...own, ...running(place.cwd)]);
  await Promise.allSettled([...all].map(reports => reports.ask('reload_skills', {})));
}
