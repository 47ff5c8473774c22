import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IconName } from './glyphs';
import { Icon } from './Icon';
import { useCloseOutside } from './useCloseOutside';
import { useListKeys } from './useListKeys';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** True for the first of a group, with a line above it. */
  readonly startsGroup?: boolean;
}

interface MenuProps {
  /** Accessible name and tooltip of the button. */
  readonly label: string;
  readonly icon: IconName;
  readonly items: readonly MenuItem[];
  readonly onPick: (id: string) => void;
}

/** Button with a menu of commands, fully usable by keyboard. */
export function Menu({ label, icon, items, onPick }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) {
      button.current?.focus();
    }
  };
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        <Icon name={icon} />
      </button>
      {isOpen ? (
        <MenuList
          {...{ id, label, items }}
          opener={button.current}
          onClose={close}
          onPick={picked => {
            close(true);
            onPick(picked);
          }}
        />
      ) : null}
    </div>
  );
}

interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly opener: HTMLElement | null;
  readonly onPick: (id: string) => void;
  readonly onClose: (returnFocus: boolean) => void;
}

function MenuList({ id, label, items, opener, onPick, onClose }: MenuListProps) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.focus(), []);
  useCloseOutside(list, opener, onClose);
  const pick = (index: number) => {
    const item = items[index];
    if (item) {
      onPick(item.id);
    }
  };
  const labels = items.map(item => item.label);
  const handleKey = useListKeys({ labels, active, onMove: setActive, onPick: pick, onClose });
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      class="menu-list"
      tabIndex={-1}
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={handleKey}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="menuitem"
          class="menu-item"
          data-active={index === active}
          data-group={item.startsGroup}
          onPointerMove={() => setActive(index)}
          onClick={() => pick(index)}
        >
          {item.label}
        </div>
      ))}
    </div>
  );
}
