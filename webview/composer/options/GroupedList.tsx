import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../ui/isComposing';
import { OptionRow, type PickerListProps, type PickerOption } from '../../ui/PickerList';
import { useCloseOutside } from '../../ui/useCloseOutside';
import { useListKeys } from '../../ui/useListKeys';
import { useRoomAbove } from '../../ui/useRoomAbove';

/** Most values that are shown without a field that filters them. */
const mostUnfiltered = 12;

/** Open list of an option: values under their headings; a long one can be filtered. */
export function GroupedList<T>(props: PickerListProps<T>) {
  const { id, name, value, onPick, onClose, opener } = props;
  const [query, setQuery] = useState('');
  const options = props.options.filter(option => matches(option, query));
  const chosen = options.findIndex(option => option.value === value);
  const [wanted, setWanted] = useState(Math.max(0, chosen));
  const active = Math.min(wanted, Math.max(0, options.length - 1));
  const popup = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hasFilter = props.options.length > mostUnfiltered;
  const optionId = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => (field.current ?? list.current)?.focus(), []);
  useLayoutEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, query]);
  useCloseOutside(popup, opener, onClose);
  useRoomAbove(popup);

  const pick = (index: number) => {
    const option = options[index];
    if (option) {
      onPick(option.value);
    }
  };
  const labels = options.map(option => option.label);
  const handleKey = useListKeys({ labels, active, onMove: setWanted, onPick: pick, onClose });
  const handleFieldKey = (event: KeyboardEvent) => {
    if (!isComposing(event) && listKeys.includes(event.key)) {
      handleKey(event);
    }
  };
  const current = options.length > 0 ? optionId(active) : undefined;
  return (
    <div ref={popup} class="picker-list">
      {hasFilter ? (
        <input
          ref={field}
          class="picker-filter"
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={current}
          aria-label={l10n.t('Filter: {0}', name)}
          placeholder={l10n.t('Filter')}
          value={query}
          onInput={event => {
            setQuery(event.currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={handleFieldKey}
        />
      ) : null}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={hasFilter ? undefined : -1}
        aria-label={name}
        aria-activedescendant={hasFilter ? undefined : current}
        onKeyDown={hasFilter ? undefined : handleKey}
      >
        {groupsOf(options).map(({ label, first, members }, group) => (
          <Group key={first} label={label} id={`${id}-group-${group}`}>
            {members.map((option, place) => (
              <OptionRow
                key={String(option.value)}
                id={optionId(first + place)}
                option={option}
                isActive={first + place === active}
                isChosen={first + place === chosen}
                onPoint={() => setWanted(first + place)}
                onPick={() => pick(first + place)}
              />
            ))}
          </Group>
        ))}
      </div>
      {options.length === 0 ? (
        <p class="picker-empty" role="status">
          {l10n.t('No match')}
        </p>
      ) : null}
    </div>
  );
}

interface GroupProps {
  readonly id: string;
  readonly label: string | undefined;
  readonly children: ComponentChildren;
}

function Group({ id, label, children }: GroupProps) {
  return label === undefined ? (
    children
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div role="group" aria-labelledby={id}>
      <div id={id} class="picker-heading">
        {label}
      </div>
      {children}
    </div>
  );
}

interface Members<T> {
  readonly label: string | undefined;
  /** Place of the first member in the whole list. */
  readonly first: number;
  readonly members: readonly PickerOption<T>[];
}

/** Puts neighbours with the same heading together. */
function groupsOf<T>(options: readonly PickerOption<T>[]): readonly Members<T>[] {
  const groups: { label: string | undefined; first: number; members: PickerOption<T>[] }[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last && last.label === option.group) {
      last.members.push(option);
    } else {
      groups.push({ label: option.group, first: index, members: [option] });
    }
  });
  return groups;
}

/** Keys that mean the list while the field has the focus; the others write. */
const listKeys: readonly string[] = [
  ...['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'],
  ...['Enter', 'Escape', 'Tab'],
];

function matches<T>({ label, description = '', group = '' }: PickerOption<T>, query: string) {
  const text = `${group} ${label} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}
