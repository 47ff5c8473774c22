import type { ComponentChildren } from 'preact';
import type { ClickTarget } from './toolView';
import { useCardPage } from './useCardPage';

interface TargetLinkProps {
  readonly target: ClickTarget;
  readonly children: ComponentChildren;
  /** Full name for screen readers, if the visible text is cut off. */
  readonly label?: string;
}

/** Link without an href, so that it can only call the host. */
export function TargetLink({ target, children, label }: TargetLinkProps) {
  const page = useCardPage();
  const open = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    page.openTarget(target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <a href> navigates by itself.
    <span
      role="link"
      tabIndex={0}
      class="tool-link"
      title={describeTarget(target)}
      aria-label={label}
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

function describeTarget(place: ClickTarget): string {
  if (place.kind === 'url') {
    return place.url;
  }
  const { path, line, endLine } = place.location;
  const range = endLine === undefined || endLine === line ? '' : `-${endLine}`;
  return line === undefined ? path : `${path}:${line}${range}`;
}
