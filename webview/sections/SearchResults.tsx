import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { SectionId, SectionLink, SectionsInit } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { searchRows } from './searchRows';
import type { SectionStore } from './sectionStore';

interface SearchResultsProps {
  readonly query: string;
  readonly sections: SectionsInit['sections'];
  readonly store: SectionStore;
  readonly onGo: (link: SectionLink) => void;
}

/**
 * Rows of all sections that a search finds. A section that cannot be read is left out. One that is
 * read later comes below the others, so that no result moves while the user reaches for it.
 */
export function SearchResults({ query, sections, store, onGo }: SearchResultsProps) {
  useEffect(() => {
    for (const { id } of sections) store.need(id);
  }, [sections, store]);
  const states = sections.map(({ id }) => store.get(id));
  const found = searchRows(
    states.flatMap(({ section }) => section ?? []),
    query,
  );
  const listed = useRef(new Set<SectionId>());
  for (const { section } of states) if (section) listed.current.add(section.id);
  const isReading = states.some(state => state.isReading);
  return (
    <div class="section">
      <h1>{l10n.t('Search results')}</h1>
      <p class="quiet" role="status">
        {isReading
          ? l10n.t('Searching…')
          : found.length === 0
            ? l10n.t('No results for “{0}”', query.trim())
            : plural(found.length, {
                one: l10n.t('1 row found'),
                other: l10n.t('{0} rows found', found.length),
              })}
      </p>
      {[...listed.current].map(id => {
        const title = sections.find(section => section.id === id)?.title;
        const rows = found.filter(one => one.section === id);
        return rows.length === 0 ? null : (
          <section key={id} class="section-group" aria-label={title}>
            <h2>{title}</h2>
            <ul class="section-rows">
              {rows.map(({ group, row }) => (
                <li key={row.id}>
                  <button
                    type="button"
                    class="section-found"
                    onClick={() => onGo({ section: id, row: row.id })}
                  >
                    <span class="section-row-title">
                      <EscapedText text={row.title} />
                    </span>
                    <span class="section-row-detail">
                      <EscapedText text={row.detail || group} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
