import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/Icon';
import type { SuggestionRow } from './suggestionRow';
import type { OpenSuggestions } from './useSuggestions';

/** List above the message box, which keeps the focus: the box hands it the keys. */
export function SuggestionList({ open }: { readonly open: OpenSuggestions }) {
  const { name, rows, isLoading, emptyText, active, listId } = open;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, rows]);
  return (
    <div class={open.hasPlaces ? 'suggestions with-places' : 'suggestions'}>
      <div ref={list} id={listId} role="listbox" aria-label={name} class="suggestion-list">
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
  const { label, matches, icon, hint, detail, note } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box holds the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box hands the list its keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      class="suggestion"
      title={detail}
      // A still pointer under a list that opens or scrolls selects nothing.
      onPointerMove={onPoint}
      // The box keeps the focus.
      onMouseDown={event => event.preventDefault()}
      onClick={onTake}
    >
      {icon ? <Icon name={icon} /> : null}
      <span class="suggestion-label">
        <Marked text={label} ranges={matches} />
        {hint ? <span class="suggestion-hint"> {hint}</span> : null}
      </span>
      {detail ? <span class="suggestion-detail">{detail}</span> : null}
      {note ? <span class="suggestion-note">{note}</span> : null}
    </div>
  );
}

function Marked({ text, ranges = [] }: { text: string; ranges?: readonly number[] | undefined }) {
  const parts = [];
  let at = 0;
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const [start = 0, end = 0] = [ranges[index], ranges[index + 1]];
    parts.push(text.slice(at, start), <b key={start}>{text.slice(start, end)}</b>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
