import * as l10n from '@vscode/l10n';
import type { ComponentType } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { IconName } from './glyphs';
import { Icon } from './Icon';
import type { MissingOption, PickerListProps, PickerOption } from './PickerList';

/** Lets another part of the page open the list. */
export interface PickerOpening {
  /** Opens the list when set to a new number. */
  readonly openRequest?: number | undefined;
}

interface PickerProps<T> extends PickerOpening {
  /** Name such as "Model": the button is named "Model: <shown>". */
  readonly name: string;
  readonly shown: string;
  /** Button text, if `shown` alone would be ambiguous or too long. */
  readonly face?: string | undefined;
  /** Stands after the text, and is not cut with it. */
  readonly detail?: string | undefined;
  /** True until the agent confirms the picked value. */
  readonly isPending?: boolean;
  readonly icon?: IconName | undefined;
  readonly isDangerous?: boolean;
  /** True if the icon says enough where there is little room. */
  readonly isIconEnough?: boolean;
  /** True for a moment, to draw attention. */
  readonly isFlashing?: boolean;
  readonly options: readonly PickerOption<T>[];
  readonly missing?: readonly MissingOption[];
  /** Last line of the list, such as a key. */
  readonly hint?: string;
  readonly value: T;
  readonly onPick: (value: T) => void;
  /** Renders the open list. */
  readonly List: ComponentType<PickerListProps<T>>;
  /** Role of what opens: a list, or several lists. */
  readonly popup?: 'listbox' | 'dialog';
}

/** Button that opens a single-choice list; fully usable by keyboard. */
export function Picker<T>(props: PickerProps<T>) {
  const { name, shown, isPending = false, options, value, openRequest, List } = props;
  const [isOpen, setOpen] = useState(false);
  /** Whether it was opened from elsewhere. */
  const [isRequested, setRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  useEffect(() => {
    if (openRequest !== undefined) {
      setOpen(true);
      setRequested(true);
    }
  }, [openRequest]);
  const close = (returnFocus: boolean) => {
    setOpen(false);
    setRequested(false);
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
  const label = isPending ? pendingLabel(name, shown) : l10n.t('{0}: {1}', name, shown);
  const face = props.face ?? shown;
  // A label that lacks the words in sight would not be found by who speaks them.
  const isOtherwise = !label.includes(face);
  return (
    <div
      class={props.isIconEnough ? 'picker picker-short' : 'picker'}
      data-flash={props.isFlashing || undefined}
    >
      <button
        ref={button}
        type="button"
        class={props.isDangerous ? 'picker-button picker-danger' : 'picker-button'}
        aria-haspopup={props.popup ?? 'listbox'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={isOtherwise ? undefined : label}
        title={label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKey}
      >
        {isPending ? <Icon name="loading" spin /> : null}
        {!isPending && props.icon ? <Icon name={props.icon} /> : null}
        {isOtherwise ? <span class="sr-only">{label}</span> : null}
        <span class="picker-label" aria-hidden={isOtherwise || undefined}>
          {face}
        </span>
        {props.detail ? (
          <span class="picker-label picker-detail" aria-hidden={isOtherwise || undefined}>
            {props.detail}
          </span>
        ) : null}
        <Icon name="chevron-down" />
      </button>
      {isOpen ? (
        <List
          id={listId}
          name={name}
          options={options}
          missing={props.missing ?? []}
          hint={props.hint}
          isRequested={isRequested}
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

function pendingLabel(name: string, shown: string): string {
  return l10n.t('{0}: {1} (pending)', name, shown);
}
