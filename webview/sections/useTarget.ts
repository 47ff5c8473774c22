import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { SectionLink } from '../../src/contract/sections';

/** Row that a link or a search leads to. It takes the focus once, as soon as it is drawn. */
export class Target {
  private isForced = false;

  constructor(private link: SectionLink | undefined) {}

  /** @param isForced whether the heading takes the focus if the link names no row */
  set(link: SectionLink | undefined, isForced = false): void {
    this.link = link;
    this.isForced = isForced;
  }

  get current(): SectionLink | undefined {
    return this.link;
  }

  /** @returns true for the first request for that row */
  take(section: string, row?: string): boolean {
    const { link } = this;
    const isIt = link?.section === section && (row === undefined || link.row === row);
    if (isIt) {
      this.link = undefined;
    }
    return isIt && link.row !== undefined;
  }

  /** @returns true for the first request of a section that a command leads to */
  takeSection(section: string): boolean {
    const { link, isForced } = this;
    const isIt = isForced && link?.section === section && link.row === undefined;
    if (isIt) {
      this.link = undefined;
    }
    return isIt;
  }
}

export const TargetContext = createContext(new Target(undefined));

export function useNewTarget(link: SectionLink): Target {
  // The first link only: later ones arrive by `set`.
  const first = useRef(link);
  return useMemo(() => new Target(first.current), []);
}

/** Returns a reference for a row's element, which takes the focus if a link leads to it. */
export function useTargetRow(section: string, row: string) {
  const target = useContext(TargetContext);
  const element = useRef<HTMLLIElement>(null);
  // Before the effect of the heading.
  useLayoutEffect(() => {
    if (target.take(section, row)) {
      element.current?.closest('details')?.setAttribute('open', '');
      element.current?.scrollIntoView({ block: 'center' });
      element.current?.focus();
    }
  });
  return element;
}

/**
 * Returns a reference for the heading. It takes the focus of a row that is not there. It also does
 * so when a command leads to the section.
 */
export function useTargetHeading(section: string, isRead: boolean) {
  const target = useContext(TargetContext);
  const heading = useRef<HTMLHeadingElement>(null);
  // A link that comes after this drawing belongs to the rows of the next one.
  const drawn = target.current;
  useLayoutEffect(() => {
    if (target.takeSection(section)) {
      heading.current?.focus();
    }
  });
  useEffect(() => {
    if (isRead && target.current === drawn && target.take(section)) {
      heading.current?.focus();
    }
  });
  return heading;
}
