import type { ComponentChildren } from 'preact';
import { usePage } from './page';
import type { Place } from './toolView';

interface TargetLinkProps {
  readonly place: Place;
  readonly children: ComponentChildren;
  /** Full name for screen readers, if the visible text is cut off. */
  readonly label?: string;
}

/** Link without an href, so that it can only call the host. */
export function TargetLink({ place, children, label }: TargetLinkProps) {
  const page = usePage();
  const open = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    page.openPlace(place);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <a href> navigates by itself.
    <span
      role="link"
      tabIndex={0}
      class="tool-link"
      title={describePlace(place)}
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

function describePlace(place: Place): string {
  if (place.kind === 'url') {
    return place.url;
  }
  const { path, line, endLine } = place.location;
  const range = endLine === undefined || endLine === line ? '' : `-${endLine}`;
  return line === undefined ? path : `${path}:${line}${range}`;
}
