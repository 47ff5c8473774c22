import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { OptionRow, type PickerOption } from '../../ui/PickerList';
import { useListKeys } from '../../ui/useListKeys';

interface ChoiceListProps<T> {
  readonly name: string;
  readonly options: readonly PickerOption<T>[];
  readonly value: T;
  /** True for the list that takes the focus when the popup opens. */
  readonly isFirst: boolean;
  readonly onPick: (value: T) => void;
  readonly onClose: (returnFocus: boolean) => void;
}

/** A list among others in a popup: arrows lead from each into the next, and Tab does, too. */
export function ChoiceList<T>(props: ChoiceListProps<T>) {
  const { name, options, value, isFirst, onPick, onClose } = props;
  const id = useId();
  const chosen = options.findIndex(option => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${id}-${index}`;
  useLayoutEffect(() => {
    if (isFirst) {
      list.current?.focus();
    }
  }, [isFirst]);
  useLayoutEffect(() => {
    if (list.current === document.activeElement) {
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    }
  }, [active]);
  const pick = (index: number) => {
    const option = options[index];
    if (option) {
      onPick(option.value);
    }
  };
  const labels = options.map(option => option.label);
  const listKeys = useListKeys({ labels, active, onMove: setActive, onPick: pick, onClose });
  const handleKey = (event: KeyboardEvent) => {
    const by = leavingBy(event, active, options.length - 1);
    const next = by === undefined ? undefined : neighbour(list.current, by);
    if (!next) {
      listKeys(event);
      return;
    }
    next.focus();
    next.querySelector('.picker-active')?.scrollIntoView({ block: 'nearest' });
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class="picker-heading" id={`${id}-name`}>
        {name}
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-name`}
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
            onPoint={() => {
              setActive(index);
              list.current?.focus({ preventScroll: true });
            }}
            onPick={() => pick(index)}
          />
        ))}
      </div>
    </>
  );
}

/** @returns the direction in which a key leaves the list; undefined for other keys */
function leavingBy(event: KeyboardEvent, active: number, last: number): -1 | 1 | undefined {
  switch (event.key) {
    case 'Tab':
      return event.shiftKey ? -1 : 1;
    case 'ArrowDown':
      return active === last ? 1 : undefined;
    case 'ArrowUp':
      return active === 0 ? -1 : undefined;
    default:
      return undefined;
  }
}

function neighbour(list: HTMLElement | null, by: -1 | 1): HTMLElement | undefined {
  const all = [...(list?.parentElement?.querySelectorAll<HTMLElement>('[role=listbox]') ?? [])];
  return list ? all[all.indexOf(list) + by] : undefined;
}
