import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/Icon';
import { CutText, folderEnd, nameEnd } from './CutText';
import { Marked } from './Marked';
import type { SuggestionRow } from './suggestionRow';
import type { OpenSuggestions } from './useSuggestions';

/** List above the message box, which keeps the focus: the box hands it the keys. */
export function SuggestionList({ open }: { readonly open: OpenSuggestions }) {
  const { name, rows, isLoading, emptyText, footnote, active, listId } = open;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, rows]);
  return (
    <div class={open.hasPlaces ? 'suggestions with-places' : 'suggestions'}>
      {/* A long list scrolls, which must be possible by keyboard alone. */}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={name}
        tabIndex={0}
        class="suggestion-list"
      >
        {rows.map((row, index) => (
          <Fragment key={row.key}>
            {row.group && row.group !== rows[index - 1]?.group ? (
              <div class="suggestion-group" role="presentation">
                {row.group}
              </div>
            ) : null}
            <Row
              row={row}
              id={open.idOf(index)}
              isActive={index === active}
              onPoint={() => open.point(index)}
              onTake={() => open.take(index)}
            />
          </Fragment>
        ))}
      </div>
      {rows.length === 0 ? (
        <p class="suggestion-empty">{isLoading ? l10n.t('Searching…') : emptyText}</p>
      ) : null}
      {footnote ? <p class="suggestion-footnote">{footnote}</p> : null}
    </div>
  );
}

interface RowProps {
  readonly row: SuggestionRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
}

function Row({ row, id, isActive, onPoint, onTake }: RowProps) {
  const { label, matches, icon, hint, detail, note, source, isPath, isLongPath } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box holds the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box hands the list its keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      class="suggestion"
      title={isPath && detail ? `${detail}/${label}` : isLongPath ? label : detail}
      // A still pointer under a list that opens or scrolls selects nothing.
      onPointerMove={onPoint}
      // The box keeps the focus.
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      {icon ? <Icon name={icon} /> : null}
      <span class="suggestion-label">
        {isPath || isLongPath ? (
          <CutText text={label} end={isPath ? nameEnd : folderEnd(label)} ranges={matches} />
        ) : (
          <Marked text={label} ranges={matches} />
        )}
        {hint ? <span class="suggestion-hint"> {hint}</span> : null}
      </span>
      {detail ? (
        <span class="suggestion-detail">
          {isPath ? <CutText text={detail} end={folderEnd(detail)} /> : detail}
        </span>
      ) : null}
      {source ? <span class="sr-only">{source}</span> : null}
      {note ? <span class="suggestion-note">{note}</span> : null}
    </div>
  );
}
