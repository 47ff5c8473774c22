import type { ComponentChildren } from 'preact';
import type { IconName } from './glyphs';
import { Icon } from './Icon';

interface ButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  /** Longer accessible name and tooltip; it must begin with the visible text. */
  readonly label?: string;
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'link';
  readonly icon?: IconName;
  readonly title?: string;
  readonly disabled?: boolean;
}

export function Button({
  onClick,
  children,
  label,
  kind = 'secondary',
  icon,
  title = label,
  disabled,
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-label={label}
      {...{ title, disabled, onClick }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly onClick: (event: MouseEvent) => void;
  /** Shortcut or remark for the tooltip. */
  readonly hint?: string;
  readonly class?: string;
}

export function IconButton({ label, icon, onClick, hint, class: extra }: IconButtonProps) {
  return (
    <button
      type="button"
      class={extra === undefined ? 'icon-button' : `icon-button ${extra}`}
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
