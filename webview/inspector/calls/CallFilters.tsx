import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallColumn, CallView, RowChoices } from '../../../src/contract/inspector/callRows';
import { callKindLabel } from '../../../src/contract/labels/modelCallText';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { type ModelCallKind, modelCallKinds } from '../../../src/contract/modelCalls';
import { Icon } from '../../ui/Icon';
import { spokenName } from '../parts/cutText';
import { changedView } from './callViews';
import { columns } from './columns';
import { usualSort } from './sortedBy';

interface CallFiltersProps {
  readonly view: CallView;
  readonly choices: RowChoices | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onView: (view: CallView) => void;
}

/** Milliseconds without typing after which is searched. */
const typingPause = 150;

/** Search and filters of the table. */
export function CallFilters({ view, choices, search, onView }: CallFiltersProps) {
  const kinds = choices?.kinds ?? modelCallKinds;
  const models = choices?.models ?? [];
  const offered =
    view.model === undefined || models.includes(view.model) ? models : [...models, view.model];
  const change = (next: Parameters<typeof changedView>[1]) => onView(changedView(view, next));
  return (
    <search class="filters" aria-label={l10n.t('Filter calls')}>
      <SearchBox
        text={view.search ?? ''}
        box={search}
        onSearch={text => change({ search: text === '' ? undefined : text })}
      />
      <Choice
        label={l10n.t('Kind')}
        all={l10n.t('All kinds')}
        value={view.kinds?.[0] ?? ''}
        options={kinds.map(kind => [kind, callKindLabel(kind)])}
        onPick={kind => change({ kinds: kind === '' ? undefined : [kind as ModelCallKind] })}
      />
      <Choice
        label={l10n.t('Model')}
        all={l10n.t('All models')}
        value={view.model ?? ''}
        options={offered.map(model => [model, spokenName(model, 60)])}
        onPick={model => change({ model: model === '' ? undefined : model })}
      />
      <Choice
        label={l10n.t('Only')}
        all={l10n.t('All results')}
        value={view.only ?? ''}
        options={[
          ['failed', l10n.t('Failed')],
          ['retried', l10n.t('Retried')],
          ['cacheLost', l10n.t('Cache lost')],
          ['inFlight', l10n.t('Running')],
        ]}
        onPick={only =>
          change({ only: only === '' ? undefined : (only as NonNullable<CallView['only']>) })
        }
      />
      <Choice
        isNarrowOnly
        label={l10n.t('Sort by')}
        value={view.sort.column}
        options={columns().map(({ id, label }) => [id, l10n.t('Sort: {0}', label)])}
        onPick={id => change({ sort: usualSort(id as CallColumn) })}
      />
      {view.turn === undefined ? null : (
        <button
          type="button"
          class="filter-chip"
          aria-label={l10n.t('{0}: Remove Filter', turnLabel(view.turn))}
          title={l10n.t('{0}: Remove Filter', turnLabel(view.turn))}
          onClick={() => {
            change({ turn: undefined });
            search.current?.focus();
          }}
        >
          {turnLabel(view.turn)}
          <Icon name="close" />
        </button>
      )}
    </search>
  );
}

interface SearchBoxProps {
  readonly text: string;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly onSearch: (text: string) => void;
}

function SearchBox({ text, box, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  /** Texts that were searched for from here, and have not come back yet. */
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const at = asked.current.indexOf(text);
    asked.current = asked.current.slice(at + 1);
    // An own search that comes back must not take what was typed in the meantime.
    if (at < 0) {
      setTyped(text);
    }
  }, [text]);
  useEffect(() => {
    if (typed === text) {
      return undefined;
    }
    const timer = setTimeout(() => {
      asked.current.push(typed);
      latest.current(typed);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <input
      ref={box}
      type="search"
      class="filter-search"
      value={typed}
      aria-label={l10n.t('Search calls')}
      aria-keyshortcuts="/"
      placeholder={l10n.t('Search calls (/)')}
      onInput={event => setTyped(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          event.stopPropagation();
          setTyped('');
          onSearch('');
        }
      }}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Text of the choice that filters nothing; without it, there is none. */
  readonly all?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** True if the headers do the same where there is room for them. */
  readonly isNarrowOnly?: boolean;
  readonly onPick: (value: string) => void;
}

function Choice({ label, all, value, options, isNarrowOnly, onPick }: ChoiceProps) {
  return (
    <select
      class="filter-choice"
      aria-label={label}
      title={label}
      value={value}
      data-set={all !== undefined && value !== ''}
      data-narrow={isNarrowOnly}
      onChange={event => onPick(event.currentTarget.value)}
    >
      {all === undefined ? null : <option value="">{all}</option>}
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}
