import * as l10n from '@vscode/l10n';
import type { SectionId, SectionsInit } from '../../src/contract/sections';

interface SectionNavProps {
  readonly sections: SectionsInit['sections'];
  readonly shown: SectionId;
  readonly onShow: (section: SectionId) => void;
}

/** List of the sections; arrow keys go through it. */
export function SectionNav({ sections, shown, onShow }: SectionNavProps) {
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const at = sections.findIndex(({ id }) => id === shown);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: sections.length - 1 }[
      event.key
    ];
    const section = next === undefined ? undefined : sections[next];
    if (section) {
      event.preventDefault();
      onShow(section.id);
      event.currentTarget.querySelector<HTMLElement>(`[data-nav="${section.id}"]`)?.focus();
    }
  };
  return (
    <nav class="sections-nav" aria-label={l10n.t('Sections')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The keys are those of the links in it. */}
      <div class="sections-links" onKeyDown={move}>
        {sections.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="section-link"
            data-nav={id}
            tabIndex={id === shown ? 0 : -1}
            aria-current={id === shown ? 'page' : undefined}
            onClick={() => onShow(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <select
        class="sections-select"
        aria-label={l10n.t('Section')}
        value={shown}
        onChange={event => {
          const chosen = sections.find(({ id }) => id === event.currentTarget.value);
          if (chosen) onShow(chosen.id);
        }}
      >
        {sections.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </nav>
  );
}
