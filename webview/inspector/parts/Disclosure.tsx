import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../../ui/Icon';

interface DisclosureProps {
  /** Content of the button. */
  readonly title: ComponentChildren;
  readonly startsOpen?: boolean;
  readonly class?: string;
  /** Drawn only while it is open. */
  readonly children: () => ComponentChildren;
}

/** Button that shows and hides what belongs to it. */
export function Disclosure({ title, startsOpen = false, class: extra, children }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <div class={extra === undefined ? 'disclosure' : `disclosure ${extra}`}>
      <button
        type="button"
        class="disclosure-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {title}
      </button>
      {isOpen ? (
        <div id={id} class="disclosure-content">
          {children()}
        </div>
      ) : null}
    </div>
  );
}
