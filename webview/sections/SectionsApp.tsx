import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { Section, SectionId, SectionsInit } from '../../src/contract/sections';
import { rememberSection, type SectionHost } from '../store/hostConnection';

interface SectionsAppProps {
  readonly host: SectionHost;
  readonly init: SectionsInit;
  /** Fires the events of the host by their names. */
  readonly heard: EventTarget;
}

/** The tab "Claude Code": a list of sections, and the chosen one. */
export function SectionsApp({ host, init, heard }: SectionsAppProps) {
  const [shown, setShown] = useState<SectionId>(init.show.section);
  const [section, setSection] = useState<Section>();
  const [failure, setFailure] = useState<string>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onShow = (event: Event) =>
      event instanceof CustomEvent ? setShown(event.detail.section) : undefined;
    const onChanged = () => setCount(now => now + 1);
    heard.addEventListener('section.show', onShow);
    heard.addEventListener('section.changed', onChanged);
    return () => {
      heard.removeEventListener('section.show', onShow);
      heard.removeEventListener('section.changed', onChanged);
    };
  }, [heard]);
  useEffect(() => {
    rememberSection(shown);
    let isCurrent = true;
    host.call('section.read', { section: shown }).then(
      read => {
        if (isCurrent) {
          setSection(read);
          setFailure(undefined);
        }
      },
      (error: unknown) => {
        if (isCurrent) setFailure(messageOf(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [host, shown, count]);
  return (
    <div class="sections">
      <nav aria-label={l10n.t('Sections')}>
        {init.sections.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="section-link"
            aria-current={id === shown ? 'page' : undefined}
            onClick={() => setShown(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      <main>
        {failure === undefined ? null : <p role="alert">{failure}</p>}
        {section?.id === shown
          ? section.groups.map(group => (
              <section key={group.id}>
                <h2>{group.title}</h2>
                {group.rows.map(row => (
                  <p key={row.id}>
                    {row.title} {row.detail}
                  </p>
                ))}
              </section>
            ))
          : null}
      </main>
    </div>
  );
}
