import * as l10n from '@vscode/l10n';
import type { OwnScope } from '../../../cli/config/settingsPlaces';
import { changeable, requireShown, rowGone } from '../files/changeable';
import { readForm, textOf } from '../files/readForm';
import { chosenScope } from '../files/scopeField';
import { originOf } from '../files/scopeLabels';
import type { SettingsFiles } from '../files/settingsFiles';
import type {
  ActionOutcome,
  ActionRequest,
  RowPlace,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { itemForm, sandboxContent } from './sandboxContent';
import {
  isOn,
  type ListId,
  lists,
  readSandbox,
  type SandboxState,
  type SwitchId,
  switches,
} from './sandboxState';

/** Isolation of commands: whether it is on and works, what is left out of it, what it restricts. */
export function sandboxSection(files: SettingsFiles): SectionSource {
  return {
    id: 'sandbox',
    title: l10n.t('Sandbox'),
    read: async place => sandboxContent(await readSandbox(files, place), place),
    async act(place, request) {
      return act(files, place, await readSandbox(files, place), request);
    },
    async locate(place, row) {
      return locate(await readSandbox(files, place), row);
    },
    watch: (place, onChange) => files.watch(place, onChange),
  };
}

async function act(
  files: SettingsFiles,
  place: SectionPlace,
  state: SandboxState,
  request: ActionRequest,
): Promise<ActionOutcome> {
  const { row, group } = request;
  const id = (Object.keys(switches) as SwitchId[]).find(one => one === row);
  if (id) {
    requireShown(request, isOn(state, id));
    const value = !isOn(state, id);
    return files.carryOut(place, request.isPreview, [
      { scope: switchScope(state, id, place), edits: [{ kind: 'set', path: switches[id], value }] },
    ]);
  }
  const ids = Object.keys(lists) as ListId[];
  for (const list of ids) {
    const item = state.lists[list].find(one => one.id === row);
    if (row !== undefined && item) {
      return files.carryOut(place, request.isPreview, [
        {
          scope: changeable(item),
          edits: [{ kind: 'drop', path: lists[list], value: item.value }],
        },
      ]);
    }
  }
  const list = ids.find(one => one === group);
  if (row !== undefined || !list) {
    throw rowGone();
  }
  return add(files, place, list, request);
}

async function add(
  files: SettingsFiles,
  place: SectionPlace,
  list: ListId,
  { entries, isPreview }: ActionRequest,
): Promise<ActionOutcome> {
  const { fields } = itemForm(list, place.cwd);
  const { values, problems } = readForm(fields, entries, (name, value) =>
    list === 'domains' &&
    name === 'item' &&
    !/^(\*\.)?[\w-]+(\.[\w-]+)*(:\d+)?$/.test(textOf(value))
      ? l10n.t('Enter a domain without a scheme or a path, such as {0}.', 'example.com')
      : undefined,
  );
  if (problems) {
    return { problems };
  }
  const edit = { kind: 'append', path: lists[list], value: textOf(values.item) } as const;
  return files.carryOut(place, isPreview, [{ scope: chosenScope(values.scope), edits: [edit] }]);
}

/** Returns the scope whose value counts; where none has one, that of only this user here. */
function switchScope(state: SandboxState, id: SwitchId, place: SectionPlace): OwnScope {
  const last = state.set[id].at(-1);
  if (!last) {
    return place.cwd === undefined ? 'user' : 'local';
  }
  const origin = originOf(last, place.isTrusted);
  const scope = last.scope === 'managed' || last.scope === 'arguments' ? undefined : last.scope;
  return changeable({ origin, ...(scope && origin.readOnly === undefined ? { scope } : {}) });
}

function locate(state: SandboxState, row: string): RowPlace | undefined {
  const id = (Object.keys(switches) as SwitchId[]).find(one => one === row);
  const last = id && state.set[id].at(-1);
  if (id && last) {
    return { path: last.path, line: last.line(switches[id]) };
  }
  const all = [...Object.values(state.lists), ...Object.values(state.restrictions)].flat();
  const item = all.find(one => one.id === row);
  return item?.path === undefined ? undefined : { path: item.path, line: item.line ?? 1 };
}
