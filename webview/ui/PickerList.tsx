import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IconName } from './glyphs';
import { Icon } from './Icon';
import { useCloseOutside } from './useCloseOutside';
import { useListKeys } from './useListKeys';
import { useRoomAbove } from './useRoomAbove';

export interface PickerOption<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isDangerous?: boolean;
  readonly icon?: IconName | undefined;
  /** Heading above it and its neighbours of the same group. */
  readonly group?: string | undefined;
}

/** Shown after the options, but cannot be picked: the description says why. */
export interface MissingOption {
  readonly label: string;
  readonly description: string;
}

export interface PickerListProps<T> {
  readonly id: string;
  readonly name: string;
  readonly options: readonly PickerOption<T>[];
  readonly missing: readonly MissingOption[];
  /** Last line, below the options. */
  readonly hint?: string | undefined;
  /** True if another part of the page has opened the list. */
  readonly isRequested: boolean;
  readonly value: T;
  readonly onPick: (value: T) => void;
  readonly onClose: (returnFocus: boolean) => void;
  readonly opener: HTMLElement | null;
}

/** Open list of a picker; takes the focus. */
export function PickerList<T>(props: PickerListProps<T>) {
  const { id, name, options, missing, hint, value, onPick, onClose, opener } = props;
  const chosen = options.findIndex(option => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${id}-${index}`;

  useRoomAbove(list);
  useLayoutEffect(() => list.current?.focus(), []);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useCloseOutside(list, opener, onClose);

  const pick = (index: number) => {
    const option = options[index];
    if (option) {
      onPick(option.value);
    }
  };
  const labels = options.map(option => option.label);
  const handleKey = useListKeys({ labels, active, onMove: setActive, onPick: pick, onClose });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      class="picker-list"
      tabIndex={-1}
      aria-label={name}
      aria-activedescendant={optionId(active)}
      onKeyDown={handleKey}
    >
      {options.map((option, index) => (
        <OptionRow
          key={String(option.value)}
          id={optionId(index)}
          option={option}
          isActive={index === active}
          isChosen={index === chosen}
          onPoint={() => setActive(index)}
          onPick={() => pick(index)}
        />
      ))}
      {missing.map(({ label, description }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus.
        <div key={label} role="option" class="picker-option" aria-disabled aria-selected={false}>
          {/* The first column is for the check mark. */}
          <Icon name="blank" />
          <Icon name="circle-slash" />
          <span class="picker-text picker-missing">
            {label}
            <small>{description}</small>
          </span>
        </div>
      ))}
      {hint ? (
        <div class="picker-hint" aria-hidden="true">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

interface OptionRowProps {
  readonly id: string;
  readonly option: PickerOption<unknown>;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

export function OptionRow({ id, option, isActive, isChosen, onPoint, onPick }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={id}
      role="option"
      class={isActive ? 'picker-option picker-active' : 'picker-option'}
      aria-selected={isChosen}
      // Uses pointer moves: a list that opens under the pointer must not change the selection.
      onPointerMove={onPoint}
      onClick={onPick}
    >
      <Icon name={isChosen ? 'check' : 'blank'} />
      {option.icon ? <Icon name={option.icon} /> : null}
      <span class="picker-text">
        <span class={option.isDangerous ? 'picker-danger' : undefined}>{option.label}</span>
        {option.description ? <small>{option.description}</small> : null}
      </span>
    </div>
  );
}
