import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { numberText } from '../../../src/base/locale';
import type { CallView } from '../../../src/contract/inspector/callRows';
import { Button } from '../../ui/Button';
import { Failure } from '../parts/Failure';
import { calls } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';
import { CallFilters } from './CallFilters';
import { CallTable } from './CallTable';
import { isFiltered } from './callViews';
import type { RowStore } from './rowStore';

interface CallsViewProps {
  readonly store: RowStore;
  readonly view: CallView;
  readonly onView: (view: CallView) => void;
  readonly open: string | undefined;
  readonly marked: readonly string[];
  readonly target: { readonly key: string } | undefined;
  readonly onMark: (key: string) => void;
  readonly onClearMarks: () => void;
  /** Drawn beside the table, or over it where there is no room. */
  readonly pane: ComponentChildren;
  /** True if the pane needs all of the room. */
  readonly isPaneWide: boolean;
}

/** Table of calls with its filters, and what is open beside it. */
export function CallsView(props: CallsViewProps) {
  const { store, view, onView, open, marked, target, onMark, onClearMarks, pane, isPaneWide } =
    props;
  const { openCall, act } = useInspector();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => store.subscribe(() => draw(undefined)), [store]);
  useLayoutEffect(() => store.setView(view), [store, view]);
  useSearchKey(search);
  const copy = useCallback((key: string) => act('copyCurl', { key }), [act]);
  const { shown } = store;
  const isEmpty = shown.isKnown && shown.all === 0;
  return (
    <div class="calls" data-pane={pane ? (isPaneWide ? 'wide' : 'beside') : undefined}>
      <div class="calls-list">
        {isEmpty ? null : (
          <CallFilters view={view} choices={shown.choices} search={search} onView={onView} />
        )}
        {shown.failure === undefined ? null : <Failure text={shown.failure} />}
        {isEmpty ? (
          <NoCalls />
        ) : (
          <CallTable
            {...{ store, shown, view, onView, open, marked, target, onMark }}
            onOpen={openCall}
            onCopy={copy}
          />
        )}
        {shown.isKnown && shown.total === 0 && !isEmpty ? (
          <p class="calls-none">
            {l10n.t('No call matches.')}{' '}
            <Button
              kind="link"
              onClick={() => {
                onView({ sort: view.sort });
                search.current?.focus();
              }}
            >
              {l10n.t('Clear Filters')}
            </Button>
          </p>
        ) : null}
        {isEmpty ? null : <CallsStatus {...{ shown, view, marked, onClearMarks }} />}
      </div>
      {pane ? <div class="calls-pane">{pane}</div> : null}
    </div>
  );
}

type CallsStatusProps = Pick<CallsViewProps, 'view' | 'marked' | 'onClearMarks'> & {
  readonly shown: RowStore['shown'];
};

/** Line below the table: how many calls there are, and those that are marked. */
function CallsStatus({ shown, view, marked, onClearMarks }: CallsStatusProps) {
  const { compare } = useInspector();
  const [one, other] = marked;
  const compareMarked = () => {
    if (one !== undefined && other !== undefined) compare(...inOrder(one, other, shown));
  };
  const count = isFiltered(view)
    ? l10n.t('{0} of {1}', numberText(shown.total), calls(shown.all))
    : calls(shown.all);
  return (
    <div class="calls-status">
      <span role="status">
        {shown.isKnown ? count : ''}
        {one !== undefined && other === undefined
          ? ` · ${l10n.t('Mark one more call to compare')}`
          : ''}
      </span>
      {one === undefined ? null : (
        <span class="calls-marks">
          {other === undefined ? null : (
            <Button kind="primary" icon="arrow-swap" onClick={compareMarked}>
              {l10n.t('Compare')}
            </Button>
          )}
          <Button kind="link" onClick={onClearMarks}>
            {l10n.t('Clear Marks')}
          </Button>
        </span>
      )}
    </div>
  );
}

/** The earlier call first, as the cache sees them; as they were marked if the rows are not known. */
function inOrder(one: string, other: string, { rows }: RowStore['shown']): [string, string] {
  const known = [...rows.values()];
  const startOf = (key: string) => known.find(row => row.key === key)?.startedAt;
  const [first, second] = [startOf(one), startOf(other)];
  return first !== undefined && second !== undefined && second < first
    ? [other, one]
    : [one, other];
}

function NoCalls() {
  const { recording, subject, act } = useInspector();
  const isObserved = recording?.isObserved === true || subject.kind !== 'conversation';
  return (
    <div class="empty">
      <h2>{l10n.t('No model calls yet')}</h2>
      <p class="quiet">
        {isObserved
          ? l10n.t('Calls appear here as soon as they are made.')
          : l10n.t('Send a message. Its calls appear here after the turn.')}
      </p>
      {isObserved &&
      recording?.isAllowed &&
      recording.scope === undefined &&
      subject.kind === 'conversation' ? (
        <>
          <p class="quiet">
            {l10n.t(
              'Only figures are kept, in memory. Record calls to keep requests and responses, too.',
            )}
          </p>
          <Button onClick={() => act('recordConversation')}>
            {l10n.t('Record This Conversation')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The slash leads to the search box, unless text is being typed. */
function useSearchKey(search: { readonly current: HTMLInputElement | null }): void {
  useLayoutEffect(() => {
    const find = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (isFind || (event.key === '/' && !isTyping)) {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      }
    };
    window.addEventListener('keydown', find);
    return () => window.removeEventListener('keydown', find);
  }, [search]);
}
