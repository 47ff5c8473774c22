import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { valueAt } from '../../../cli/config/settingsEdit';
import { cannotChange, rowGone } from '../files/changeable';
import { createFile } from '../files/createFile';
import { readForm, textOf } from '../files/readForm';
import { chosenScope } from '../files/scopeField';
import type { SettingsFiles } from '../files/settingsFiles';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  RowPlace,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { changeForm, isSimple, readValue, setForm } from './settingForms';
import type { SettingsCatalog } from './settingsCatalog';
import { canCreate, changeableScope, rowIdOf, settingsContent } from './settingsContent';
import { readSettings, type SettingsState } from './settingsState';

/** Effective settings of the CLI, each with the file that it comes from. */
export function settingsSection(files: SettingsFiles, catalog: SettingsCatalog): SectionSource {
  return {
    id: 'settings',
    title: l10n.t('Settings'),
    read: async place => settingsContent(await readSettings(files, catalog, place), place),
    async act(place, request) {
      const state = await readSettings(files, catalog, place);
      if (request.action === 'create') {
        return create(place, state, request);
      }
      return request.row === undefined
        ? setAny(files, place, state, request)
        : onRow(files, place, state, request);
    },
    async locate(place, row) {
      return locate(await readSettings(files, catalog, place), row);
    },
    watch: (place, onChange) => files.watch(place, onChange),
  };
}

/** Creates a file that the CLI reads as it does none. */
async function create(
  place: SectionPlace,
  { files }: SettingsState,
  { row, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  requireTrusted(place);
  const file = files.find((_, index) => `file/${index}` === row);
  if (!file || !canCreate(file, place.isTrusted)) {
    throw rowGone();
  }
  const { path, root } = file;
  return isPreview ? {} : createFile({ path, root, text: '{}\n' });
}

async function setAny(
  files: SettingsFiles,
  place: SectionPlace,
  { known }: SettingsState,
  { entries, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const { fields } = setForm(known, place.cwd);
  const { values, problems } = readForm(fields, entries);
  if (problems) {
    return { problems };
  }
  const setting = known.find(({ key }) => key === values.key);
  if (!setting) {
    throw rowGone();
  }
  const read = readValue(setting, textOf(values.value));
  if ('problem' in read) {
    return { problems: fields.map(({ name }) => (name === 'value' ? read.problem : null)) };
  }
  const path = setting.key.split('.');
  return files.carryOut(place, isPreview, [
    { scope: chosenScope(values.scope), edits: [{ kind: 'set', path, value: read.value }] },
  ]);
}

async function onRow(
  files: SettingsFiles,
  place: SectionPlace,
  { settings, known }: SettingsState,
  { row, action, entries, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const setting = settings.find(one => rowIdOf(one) === row);
  if (!setting) {
    throw rowGone();
  }
  const { path, value: current } = setting;
  if (action === 'reset') {
    const scope = changeableScope(setting, place.isTrusted);
    if (!scope) {
      throw cannotChange(setting.origin);
    }
    const was = { value: valueAt(setting.files.at(-1)?.value, path) };
    return files.carryOut(place, isPreview, [{ scope, edits: [{ kind: 'remove', path, was }] }]);
  }
  if (!isSimple(current)) {
    throw new UserError('page.badCall', l10n.t('Change this value in its file.'));
  }
  const key = path.join('.');
  const form = changeForm(
    key,
    current,
    known.find(one => one.key === key),
    place.cwd,
  );
  const { values, problems } = readForm(form.fields, entries);
  if (problems) {
    return { problems };
  }
  const scope = chosenScope(values.scope);
  return files.carryOut(place, isPreview, [
    { scope, edits: [{ kind: 'set', path, value: values.value }] },
  ]);
}

function locate({ settings, files, problems }: SettingsState, row: string): RowPlace | undefined {
  const [kind = '', rest = ''] = [row.slice(0, row.indexOf('/')), row.slice(row.indexOf('/') + 1)];
  if (kind === 'problem') {
    const found = problems[Number(rest)];
    return found && { path: found.path, line: found.line };
  }
  if (kind === 'file') {
    const found = files[Number(rest)];
    return found?.exists ? { path: found.path } : undefined;
  }
  const setting = settings.find(one => rowIdOf(one) === row);
  const last = setting?.files.at(-1);
  return setting && last && { path: last.path, line: last.line(setting.path) };
}
