import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { AgentOption, OptionGroup, OptionValue } from '../../../contract/choices';
import { oneLine } from '../text/foreignText';
import type {
  AcpConfigOption,
  AcpModels,
  AcpModes,
  AcpOptionValue,
  AcpSettings,
} from '../wire/options';

/** More than that is no choice for a user. */
const mostOptions = 50;
const mostValues = 500;
/** UTF-16 units of an id or a value, which go back to the agent as they are. */
const longestId = 1_000;
const longestDescription = 500;

/** Option and the way in which the agent takes a new value for it. */
export interface KnownOption {
  readonly option: AgentOption;
  readonly via: 'mode' | 'model' | 'config';
}

type Role = AgentOption['role'];

const rolesByCategory: Readonly<Record<string, Role>> = {
  mode: 'mode',
  model: 'model',
  thought_level: 'thinking',
};

/** Ids of options that agents without categories use. */
const rolesById: Readonly<Record<string, Role>> = {
  mode: 'mode',
  model: 'model',
  effort: 'thinking',
  reasoning_effort: 'thinking',
  thinking: 'thinking',
  thought_level: 'thinking',
};

/** Converts options of a session, in the agent's order; each role but `other` is given once. */
export function toOptions(settings: AcpSettings): readonly KnownOption[] {
  const listed = (settings.configOptions ?? []).flatMap(toOption);
  const known: KnownOption[] = listed.map(option => ({ option, via: 'config' }));
  const has = (role: Role) => known.some(({ option }) => option.role === role);
  // Agents that send both shapes mean the same option.
  const mode = settings.modes && !has('mode') ? modeOption(settings.modes) : undefined;
  const model = settings.models && !has('model') ? modelOption(settings.models) : undefined;
  const all: KnownOption[] = [
    ...(mode ? [{ option: mode, via: 'mode' as const }] : []),
    ...(model ? [{ option: model, via: 'model' as const }] : []),
    ...known,
  ];
  return withoutRepeats(all).slice(0, mostOptions);
}

/** Returns the option with another value; `undefined` if it does not have that value. */
export function withValue(option: AgentOption, value: string | boolean): AgentOption | undefined {
  if (option.kind === 'switch') {
    return typeof value === 'boolean' ? { ...option, isOn: value } : undefined;
  }
  const has = option.groups.some(({ values }) => values.some(one => one.value === value));
  return typeof value === 'string' && has ? { ...option, value } : undefined;
}

function withoutRepeats(known: readonly KnownOption[]): readonly KnownOption[] {
  const ids = new Set<string>();
  const roles = new Set<Role>();
  return known.flatMap(({ option, via }) => {
    if (ids.has(option.id)) {
      return [];
    }
    ids.add(option.id);
    const role = roles.has(option.role) ? 'other' : option.role;
    roles.add(role);
    return [{ option: { ...option, role }, via }];
  });
}

function toOption(wire: AcpConfigOption): AgentOption[] {
  const { id, category } = wire;
  if (id === '' || id.length > longestId) {
    return [];
  }
  const base = {
    id,
    label: labelOf(wire.name, id),
    role: roleOf(id, category),
    ...described(wire.description),
  };
  if (wire.type === 'boolean') {
    return [{ ...base, kind: 'switch', isOn: wire.currentValue }];
  }
  return [select(base, wire.currentValue, groupsOf(wire))];
}

function roleOf(id: string, category: string | undefined): Role {
  const table = category === undefined ? rolesById : rolesByCategory;
  const key = category ?? id;
  return (Object.hasOwn(table, key) ? table[key] : undefined) ?? 'other';
}

function groupsOf({ options }: Extract<AcpConfigOption, { type: 'select' }>): OptionGroup[] {
  const flat = options.filter(one => 'value' in one);
  const grouped = options.filter(one => 'options' in one);
  return [
    ...(flat.length > 0 ? [{ values: valuesOf(flat) }] : []),
    ...grouped.map(({ name, group, options: values }) => ({
      label: labelOf(name, group ?? ''),
      values: valuesOf(values),
    })),
  ];
}

function modeOption({ currentModeId, availableModes }: AcpModes): AgentOption | undefined {
  const values = availableModes.map(({ id, ...mode }) => ({ ...mode, value: id }));
  return legacyOption({ id: 'mode', label: l10n.t('Mode'), role: 'mode' }, currentModeId, values);
}

function modelOption({ currentModelId, availableModels }: AcpModels): AgentOption | undefined {
  const values = availableModels.map(({ modelId, ...model }) => ({ ...model, value: modelId }));
  return legacyOption(
    { id: 'model', label: l10n.t('Model'), role: 'model' },
    currentModelId,
    values,
  );
}

interface OptionBase {
  readonly id: string;
  readonly label: string;
  readonly role: Role;
}

/** A single value is nothing to choose from, but still says what is in force. */
function legacyOption(base: OptionBase, value: string, values: readonly AcpOptionValue[]) {
  return value === '' && values.length === 0
    ? undefined
    : select(base, value, [{ values: valuesOf(values) }]);
}

/** The value in force is always among the values, whatever the agent lists. */
function select(base: OptionBase, value: string, groups: readonly OptionGroup[]): AgentOption {
  const shown = withoutEmpty(groups);
  const has = shown.some(({ values }) => values.some(one => one.value === value));
  const current = value.slice(0, longestId);
  const own = { values: [{ value: current, label: labelOf(undefined, current) }] };
  return { ...base, kind: 'select', value: current, groups: has ? shown : [own, ...shown] };
}

/** Drops repeated values and groups without any. */
function withoutEmpty(groups: readonly OptionGroup[]): readonly OptionGroup[] {
  const seen = new Set<string>();
  return groups.flatMap(group => {
    const values = group.values.filter(({ value }) => {
      const isNew = !seen.has(value) && seen.size < mostValues;
      return isNew && seen.add(value);
    });
    return values.length > 0 ? [{ ...group, values }] : [];
  });
}

function valuesOf(values: readonly AcpOptionValue[]): readonly OptionValue[] {
  return values
    .filter(({ value }) => value.length <= longestId)
    .map(({ value, name, description }) => ({
      value,
      label: labelOf(name, value),
      ...described(description),
    }));
}

function labelOf(name: string | undefined, id: string): string {
  return oneLine(name ?? '') || oneLine(id) || '–';
}

function described(description: string | undefined) {
  const text = oneLine(description ?? '', longestDescription);
  return omitUndefined({ description: text === '' ? undefined : text });
}
