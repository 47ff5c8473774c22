import type { AgentSettings, OptionValues } from '../contract/agentSettings';
import type { AgentOption } from '../contract/choices';

export function optionValue(option: AgentOption): string | boolean {
  return option.kind === 'select' ? option.value : option.isOn;
}

/** Returns the value under an id, which may be any text of the agent's. */
export function valueIn(
  values: OptionValues | undefined,
  id: string,
): string | boolean | undefined {
  return values && Object.hasOwn(values, id) ? values[id] : undefined;
}

/** Returns whether the option can take the value. */
export function takesValue(option: AgentOption, value: string | boolean): boolean {
  return option.kind === 'select'
    ? option.groups.some(({ values }) => values.some(one => one.value === value))
    : typeof value === 'boolean';
}

export function withValue(option: AgentOption, value: string | boolean): AgentOption {
  if (option.kind === 'select') {
    return typeof value === 'string' ? { ...option, value } : option;
  }
  return typeof value === 'boolean' ? { ...option, isOn: value } : option;
}

/** Removes the wishes that these options, as the agent reports them, fulfil. */
export function withoutGranted(
  settings: AgentSettings,
  options: readonly AgentOption[] = [],
): AgentSettings {
  const { options: wished, ...requested } = settings.requested;
  const granted = options.filter(option => valueIn(wished, option.id) === optionValue(option));
  if (!wished || granted.length === 0) {
    return settings;
  }
  const open = Object.entries(wished).filter(([id]) => !granted.some(option => option.id === id));
  const rest = open.length > 0 ? { options: Object.fromEntries(open) } : {};
  return { ...settings, requested: { ...requested, ...rest } };
}
