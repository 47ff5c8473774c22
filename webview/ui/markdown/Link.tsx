import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { describeTarget, type LinkTarget } from './links';
import { MarkdownContext } from './markdownContext';

interface LinkProps {
  readonly target: LinkTarget;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Link without an href, so that no click, drag or middle click can navigate on its own. */
export function Link({ target, class: extra, children }: LinkProps) {
  const { openLink } = useContext(MarkdownContext);
  const open = (event: Event) => {
    event.preventDefault();
    openLink(target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <a href> navigates by itself.
    <span
      role="link"
      tabIndex={0}
      class={extra === undefined ? 'md-link' : `md-link ${extra}`}
      title={describeTarget(target)}
      onClick={open}
      onKeyDown={event => {
        if (event.key === 'Enter') {
          open(event);
        }
      }}
    >
      {children}
    </span>
  );
}
