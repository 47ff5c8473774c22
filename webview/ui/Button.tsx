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
  /** Reason why nothing can be done, in place of the usual tooltip. */
  readonly unavailable?: string | undefined;
  readonly class?: string;
}

/** Uses `aria-disabled` instead of `disabled`, so that keys reach the button and its reason. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, onClick, hint, unavailable, class: extra } = props;
  return (
    <button
      type="button"
      class={extra === undefined ? 'icon-button' : `icon-button ${extra}`}
      aria-label={label}
      title={unavailable ?? (hint === undefined ? label : `${label} (${hint})`)}
      aria-disabled={unavailable === undefined ? undefined : true}
      onClick={event => {
        if (unavailable === undefined) {
          onClick(event);
        }
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
