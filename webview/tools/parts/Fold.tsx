import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useExpanded } from '../../store/pageContext';
import { Icon } from '../../ui/Icon';

interface FoldProps {
  readonly title: ComponentChildren;
  /** Key under which the fold is saved. */
  readonly id: string;
  readonly startsOpen?: boolean;
  readonly children: () => ComponentChildren;
}

/** Foldable part of a card; its content is only rendered while open. */
export function Fold({ title, id, startsOpen = false, children }: FoldProps) {
  const contentId = useId();
  const [isOpen, setOpen] = useExpanded(id, startsOpen);
  return (
    <div class="tool-fold">
      <button
        type="button"
        class="tool-fold-title"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {title}
      </button>
      {isOpen ? (
        <div class="tool-fold-content" id={contentId}>
          {children()}
        </div>
      ) : null}
    </div>
  );
}
