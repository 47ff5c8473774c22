import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon';
import { TypeAhead } from './typeAhead';

interface PickerOption<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isDangerous?: boolean;
}

interface PickerProps<T> {
  /** Name such as "Model": the button is named "Model: <shown>". */
  readonly name: string;
  readonly shown: string;
  /** Button text, if `shown` alone would be ambiguous. */
  readonly face?: string | undefined;
  /** True until the agent confirms the picked value. */
  readonly isPending?: boolean;
  readonly icon?: string | undefined;
  readonly isDangerous?: boolean;
  readonly options: readonly PickerOption<T>[];
  readonly value: T;
  readonly onPick: (value: T) => void;
  /** Opens the list when set to a new number. */
  readonly openRequest?: number | undefined;
}

/** Button that opens a single-choice list; fully usable by keyboard. */
export function Picker<T>(props: PickerProps<T>) {
  const { name, shown, isPending = false, options, value, openRequest } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useEffect(() => {
    if (openRequest !== undefined) {
      setOpen(true);
    }
  }, [openRequest]);
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) {
      button.current?.focus();
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
  };
  return (
    <div class="picker">
      <button
        ref={button}
        type="button"
        class={props.isDangerous ? 'picker-button picker-danger' : 'picker-button'}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={`${name}: ${shown}${isPending ? ' (pending)' : ''}`}
        title={`${name}: ${shown}${isPending ? ' (pending)' : ''}`}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKey}
      >
        {isPending ? <Icon name="loading" spin /> : null}
        {!isPending && props.icon ? <Icon name={props.icon} /> : null}
        <span class="picker-label">{props.face ?? shown}</span>
        <Icon name="chevron-down" />
      </button>
      {isOpen ? (
        <PickerList
          id={listId}
          name={name}
          options={options}
          value={value}
          onPick={picked => {
            close(true);
            props.onPick(picked);
          }}
          onClose={close}
          opener={button.current}
        />
      ) : null}
    </div>
  );
}

interface PickerListProps<T> {
  readonly id: string;
  readonly name: string;
  readonly options: readonly PickerOption<T>[];
  readonly value: T;
  readonly onPick: (value: T) => void;
  readonly onClose: (returnFocus: boolean) => void;
  readonly opener: HTMLElement | null;
}

function PickerList<T>({ id, name, options, value, onPick, onClose, opener }: PickerListProps<T>) {
  const chosen = options.findIndex(option => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const list = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(() => new TypeAhead());
  const optionId = (index: number) => `${id}-${index}`;

  useLayoutEffect(() => list.current?.focus(), []);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !opener?.contains(target)) {
        onClose(false);
      }
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside, true);
    };
  }, [onClose, opener]);

  const pick = (index: number) => {
    const option = options[index];
    if (option) {
      onPick(option.value);
    }
  };
  const move = (key: string): number | undefined => {
    switch (key) {
      case 'ArrowDown':
        return Math.min(active + 1, options.length - 1);
      case 'ArrowUp':
        return Math.max(active - 1, 0);
      case 'Home':
      case 'PageUp':
        return 0;
      case 'End':
      case 'PageDown':
        return options.length - 1;
      default:
        return undefined;
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    const next = move(key);
    if (next !== undefined) {
      setActive(next);
    } else if (key === 'Enter' || key === ' ') {
      pick(active);
    } else if (key === 'Escape' || key === 'Tab') {
      onClose(true);
    } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const labels = options.map(option => option.label);
      const found = typeAhead.find(key, labels, active);
      setActive(found === -1 ? active : found);
    } else {
      return;
    }
    // Escape must only close the list, not stop the agent.
    event.preventDefault();
    event.stopPropagation();
  };
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
        // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
        <div
          key={String(option.value)}
          id={optionId(index)}
          role="option"
          class={index === active ? 'picker-option picker-active' : 'picker-option'}
          aria-selected={index === chosen}
          // Uses pointer moves: a list that opens under the pointer must not change the selection.
          onPointerMove={() => setActive(index)}
          onClick={() => pick(index)}
        >
          <Icon name={index === chosen ? 'check' : 'blank'} />
          <span class="picker-text">
            <span class={option.isDangerous ? 'picker-danger' : undefined}>{option.label}</span>
            {option.description ? <small>{option.description}</small> : null}
          </span>
        </div>
      ))}
    </div>
  );
}
