import * as l10n from '@vscode/l10n';
import type { OptionValues } from '../../../src/contract/agentSettings';
import type { AgentOption } from '../../../src/contract/choices';
import { settingLabel } from '../../../src/contract/labels/settingLabel';
import { optionValue, valueIn } from '../../../src/transcript/agentOptions';
import type { PickerName } from '../../store/pageState';
import type { IconName } from '../../ui/glyphs';
import type { PickerOption } from '../../ui/PickerList';

type Value = string | boolean;

interface OptionChip {
  /** Picker that the chip stands for; requests to open that one open it. */
  readonly role: PickerName | undefined;
  readonly name: string;
  readonly shown: string;
  readonly face?: string;
  readonly detail?: string;
  readonly icon?: IconName;
  readonly isPending: boolean;
  readonly isDangerous: boolean;
  readonly value: Value;
  readonly options: readonly PickerOption<Value>[];
}

const places: readonly AgentOption['role'][] = ['mode', 'model', 'thinking', 'other'];

/** Returns the options in the places that their roles have in the toolbar, else in their order. */
export function inOrder(options: readonly AgentOption[]): readonly AgentOption[] {
  return places.flatMap(role => options.filter(option => option.role === role));
}

/**
 * Describes the chip of an option.
 * @param isFirst true for the first option of its role, which has the name of Claude Code's picker
 */
export function chipOf(
  option: AgentOption,
  requested: OptionValues | undefined,
  isFirst: boolean,
): OptionChip {
  const { role, label } = option;
  const wished = valueIn(requested, option.id);
  const value = wished ?? optionValue(option);
  const options = valuesOf(option);
  const chosen = options.find(one => one.value === value);
  const shown = chosen?.label ?? String(value);
  const isNamed = isFirst && role !== 'other';
  return {
    role: isNamed ? pickerOf(role) : undefined,
    name: isNamed ? nameOf(role) : label,
    shown,
    ...(isNamed ? {} : faceOf(label, shown)),
    ...(role === 'thinking' && isNamed ? { icon: 'lightbulb' } : {}),
    isPending: wished !== undefined,
    isDangerous: chosen?.isDangerous ?? false,
    value,
    options,
  };
}

function valuesOf(option: AgentOption): readonly PickerOption<Value>[] {
  if (option.kind === 'switch') {
    const { description } = option;
    return [
      { value: true, label: l10n.t('On'), description },
      { value: false, label: l10n.t('Off') },
    ];
  }
  return option.groups.flatMap(({ label: group, values }) =>
    values.map(({ value, label, description }) => ({
      ...{ value, label, description, group },
      isDangerous: option.role === 'mode' && asksNothing.test(`${value} ${label}`),
    })),
  );
}

/** Text of a chip whose value means nothing alone; the value is not cut with the label. */
function faceOf(label: string, shown: string): Pick<OptionChip, 'face' | 'detail'> {
  const whole = l10n.t('{0}: {1}', label, shown);
  return whole.startsWith(label)
    ? { face: label, detail: whole.slice(label.length) }
    : { face: whole };
}

/** Modes of known agents in which they ask for nothing. */
const asksNothing = /bypass|yolo|full[-_ ]?access|danger/i;

function pickerOf(role: Exclude<AgentOption['role'], 'other'>): PickerName {
  // Levels of thinking are what the word `/effort` asks for.
  return role === 'thinking' ? 'effort' : role;
}

function nameOf(role: Exclude<AgentOption['role'], 'other'>): string {
  return role === 'thinking' ? l10n.t('Thinking') : settingLabel(role);
}
