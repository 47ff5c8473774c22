import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { type InspectorTab, inspectorTabs } from '../../../src/contract/inspector/inspector';

interface TabsProps {
  readonly shown: InspectorTab;
  /** Number beside the name of the findings; absent while it is not known. */
  readonly findings: number | undefined;
  readonly onShow: (tab: InspectorTab) => void;
}

/** Id of the panel that a tab controls. */
export const panelId = 'inspector-panel';

export function tabId(tab: InspectorTab): string {
  return `inspector-tab-${tab}`;
}

/** Tabs of the inspector; arrow keys go through them. */
export function Tabs({ shown, findings, onShow }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = inspectorTabs.indexOf(shown);
    const last = inspectorTabs.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = next === undefined ? undefined : inspectorTabs[next];
    if (tab) {
      event.preventDefault();
      onShow(tab);
      list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus();
    }
  };
  return (
    <div
      ref={list}
      class="tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={l10n.t('Views')}
      onKeyDown={move}
    >
      {inspectorTabs.map(tab => (
        <button
          key={tab}
          id={tabId(tab)}
          type="button"
          role="tab"
          class="tab"
          aria-selected={tab === shown}
          aria-controls={panelId}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => onShow(tab)}
        >
          {tabLabel(tab)}
          {tab === 'findings' && findings ? (
            <>
              {' '}
              <span class="tab-count">{findings}</span>
            </>
          ) : null}
        </button>
      ))}
    </div>
  );
}

function tabLabel(tab: InspectorTab): string {
  switch (tab) {
    case 'calls':
      return l10n.t('Calls');
    case 'timeline':
      return l10n.t('Timeline');
    case 'charts':
      return l10n.t('Charts');
    case 'findings':
      return l10n.t('Findings');
  }
}
