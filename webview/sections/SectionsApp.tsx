import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { SectionId, SectionLink, SectionsInit } from '../../src/contract/sections';
import type { SectionHost } from '../store/hostConnection';
import { EscapedText } from '../tools/parts/EscapedText';
import { Button } from '../ui/Button';
import { SearchResults } from './SearchResults';
import { SectionNav } from './SectionNav';
import { SectionView } from './SectionView';
import { SectionContext } from './sectionContext';
import { SectionStore } from './sectionStore';
import { undoKey, useFindKey, useFocusedRow, useUndoKey } from './tabKeys';
import { MemoryContext, TabMemory } from './tabMemory';
import { useKeptFocus } from './useKeptFocus';
import { useOutcome } from './useOutcome';
import { TargetContext, useNewTarget } from './useTarget';

interface SectionsAppProps {
  readonly host: SectionHost;
  readonly init: SectionsInit;
  /** Fires the events of the host by their names. */
  readonly heard: EventTarget;
}

/** The tab "Claude Code": search, a list of sections, and the chosen one. */
export function SectionsApp({ host, init, heard }: SectionsAppProps) {
  const store = useMemo(() => new SectionStore(host), [host]);
  const memory = useMemo(() => new TabMemory(host, init), [host, init]);
  const [link, setLink] = useState<SectionLink>(known(init, init.show));
  const [query, setQuery] = useState('');
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const search = useRef<HTMLInputElement>(null);
  const target = useNewTarget(init.show);
  const main = useKeptFocus<HTMLElement>();
  const { actions, outcome, undo, clear } = useOutcome(host);
  const { section: shown } = link;
  useLayoutEffect(() => store.subscribe(() => draw(undefined)), [store]);
  useHeard(heard, 'section.show', detail => {
    const next = known(init, detail as SectionLink);
    if (next.section !== shown) clear();
    setQuery('');
    target.set(detail as SectionLink, true);
    setLink(next);
  });
  useHeard(heard, 'section.changed', detail => {
    const { section } = detail as { section: SectionId };
    store.changed(section, section === shown || query.trim() !== '');
  });
  useEffect(() => {
    store.need(shown);
    memory.show(shown);
  }, [store, memory, shown]);
  useFocusedRow(main, memory);
  useFindKey(search);
  useUndoKey(outcome?.undo === undefined ? undefined : () => void undo(outcome.undo ?? ''));
  const go = (next: SectionLink) => {
    clear();
    setQuery('');
    target.set(next);
    setLink(next);
  };
  const title = init.sections.find(({ id }) => id === shown)?.title ?? '';
  return (
    <MemoryContext.Provider value={memory}>
      <TargetContext.Provider value={target}>
        <SectionContext.Provider value={actions}>
          <div class="sections">
            <search class="sections-search">
              <input
                ref={search}
                type="search"
                value={query}
                aria-label={l10n.t('Search all sections')}
                placeholder={l10n.t('Search all sections')}
                onInput={event => {
                  target.set(undefined);
                  setQuery(event.currentTarget.value);
                }}
                onKeyDown={event => {
                  if (event.key === 'Escape') setQuery('');
                }}
              />
            </search>
            <SectionNav
              sections={init.sections}
              shown={shown}
              onShow={section => go({ section })}
            />
            <main ref={main}>
              {query.trim() === '' ? (
                <SectionView
                  key={shown}
                  id={shown}
                  title={title}
                  read={store.get(shown)}
                  onRefresh={() => void store.read(shown, true)}
                />
              ) : (
                <SearchResults query={query} sections={init.sections} store={store} onGo={go} />
              )}
              <div class="section-outcome" role="status" data-error={outcome?.isError}>
                {outcome === undefined ? null : (
                  <Fragment key={outcome.number}>
                    <span>
                      <EscapedText text={outcome.text} />
                    </span>
                    {outcome.undo === undefined ? null : (
                      <Button
                        kind="link"
                        title={l10n.t('Undo ({0})', undoKey())}
                        onClick={() => void undo(outcome.undo ?? '')}
                      >
                        {l10n.t('Undo')}
                      </Button>
                    )}
                  </Fragment>
                )}
              </div>
            </main>
          </div>
        </SectionContext.Provider>
      </TargetContext.Provider>
    </MemoryContext.Provider>
  );
}

/** Leads to the first section instead of one that is not there. */
function known({ sections }: SectionsInit, link: SectionLink): SectionLink {
  const [first] = sections;
  return sections.some(({ id }) => id === link.section) || !first ? link : { section: first.id };
}

function useHeard(heard: EventTarget, name: string, listener: (detail: unknown) => void): void {
  // Together with the drawing: an event that comes before the paint would be lost.
  useLayoutEffect(() => {
    const listen = (event: Event) => {
      if (event instanceof CustomEvent) listener(event.detail);
    };
    heard.addEventListener(name, listen);
    return () => heard.removeEventListener(name, listen);
  });
}
