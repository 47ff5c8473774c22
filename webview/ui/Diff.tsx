import * as l10n from '@vscode/l10n';
import { Component, type ComponentChild, createRef } from 'preact';
import { plural } from '../../src/base/plural';
import { type DiffHunk, type DiffRow, diffRows, wordMarks } from './diff/diffRows';
import { lineContent } from './diff/lineContent';
import type { HighlightedLine } from './highlight/highlightLines';
import { HighlightRequest } from './highlight/highlightRequest';
import type { Language } from './highlight/languages';

interface DiffProps {
  readonly patch: readonly DiffHunk[];
  readonly language?: Language | undefined;
  /** Line counts of the whole change, for the accessible name. */
  readonly added: number;
  readonly removed: number;
  /** False if the numbers in the patch are not those of a file. */
  readonly hasNumbers?: boolean;
  /** The whole old text, of which more can be shown. */
  readonly oldText?: string | undefined;
  /** Draws a line in which something has to be pointed out. */
  readonly spell?: ((line: string) => ComponentChild | undefined) | undefined;
}

interface DiffState {
  readonly shown: number;
  /** Gaps that show their lines, by the number of the first old one. */
  readonly open: ReadonlySet<number>;
  /** Highlighting of the first rows, as far as it has been computed. */
  readonly colors: readonly HighlightedLine[];
}

const pageSize = 200;
const closed: ReadonlySet<number> = new Set();
const noMarks = { removed: [], added: [] };

/** Unified diff with old and new line numbers, signs, and marks on changed words. */
export class Diff extends Component<DiffProps, DiffState> {
  override state: DiffState = { shown: pageSize, open: closed, colors: [] };
  private readonly element = createRef<HTMLDivElement>();
  private rows: readonly DiffRow[] = [];
  private patch: readonly DiffHunk[] | undefined;
  private open: ReadonlySet<number> | undefined;
  private request: HighlightRequest | undefined;

  override shouldComponentUpdate(next: DiffProps, state: DiffState): boolean {
    return (
      next.patch !== this.props.patch ||
      next.language !== this.props.language ||
      next.added !== this.props.added ||
      next.removed !== this.props.removed ||
      next.oldText !== this.props.oldText ||
      state !== this.state
    );
  }

  override componentDidMount(): void {
    this.requestHighlight();
  }

  override componentDidUpdate(before: DiffProps, state: DiffState): void {
    const changed = before.patch !== this.props.patch || before.language !== this.props.language;
    if (changed) {
      this.setState({
        colors: [],
        ...(before.patch === this.props.patch ? {} : { shown: pageSize, open: closed }),
      });
    }
    if (changed || state.shown !== this.state.shown || state.open !== this.state.open) {
      this.requestHighlight();
    }
  }

  override componentWillUnmount(): void {
    this.request?.dispose();
  }

  /** Highlights the rows in display order: the old and new lines of a change are mixed. */
  private requestHighlight(): void {
    this.request?.dispose();
    this.request = undefined;
    const { language } = this.props;
    if (language === undefined || this.element.current === null) {
      return;
    }
    const texts = this.visibleRows().map(row => ('text' in row ? row.text : ''));
    this.request = new HighlightRequest(this.element.current, texts, language, colors =>
      this.setState({ colors }),
    );
  }

  private visibleRows(): readonly DiffRow[] {
    const { patch, oldText } = this.props;
    const { shown, open } = this.state;
    if (this.patch !== patch || this.open !== open) {
      this.patch = patch;
      this.open = open;
      this.rows = diffRows(
        patch,
        oldText === undefined ? undefined : { lines: linesOf(oldText), open },
      );
    }
    // A "Show more" button is not worth it for a handful of rows.
    return this.rows.length <= shown + 20 ? this.rows : this.rows.slice(0, shown);
  }

  private readonly showMore = () => {
    this.setState(({ shown }) => ({ shown: shown + pageSize * 5 }));
  };

  private readonly showGap = (at: number) => {
    this.setState(({ open }) => ({ open: new Set(open).add(at), colors: [] }));
    // The button leaves with its row.
    this.element.current?.querySelector<HTMLElement>('.diff-scroll')?.focus();
  };

  override render() {
    const { added, removed, hasNumbers = true, spell } = this.props;
    const visible = this.visibleRows();
    const { colors } = this.state;
    const hidden = this.rows.length - visible.length;
    const label = l10n.t('Changes: {0} added, {1} removed', lineCount(added), lineCount(removed));
    return (
      <div class="diff" ref={this.element}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard. */}
        {/* biome-ignore lint/a11y/useSemanticElements: no form fields to group. */}
        <div class="diff-scroll" tabIndex={0} role="group" aria-label={label}>
          <table class="diff-table">
            <thead class="diff-sr">
              <tr>
                {hasNumbers && <th scope="col">{l10n.t('Old line')}</th>}
                {hasNumbers && <th scope="col">{l10n.t('New line')}</th>}
                <th scope="col">{l10n.t('Change')}</th>
                <th scope="col">{l10n.t('Text')}</th>
              </tr>
            </thead>
            <tbody>
              {visible.map((row, index) => (
                <Row
                  key={index}
                  row={row}
                  colors={colors[index]}
                  hasNumbers={hasNumbers}
                  spell={spell}
                  showGap={this.showGap}
                />
              ))}
            </tbody>
          </table>
        </div>
        {hidden > 0 && (
          <button type="button" class="diff-more" onClick={this.showMore}>
            {l10n.t('Show {0} More Lines', Math.min(hidden, pageSize * 5))}
          </button>
        )}
      </div>
    );
  }
}

interface RowProps {
  readonly row: DiffRow;
  readonly colors: HighlightedLine | undefined;
  readonly hasNumbers: boolean;
  readonly spell: DiffProps['spell'];
  readonly showGap: (at: number) => void;
}

class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return next.row !== this.props.row || next.colors !== this.props.colors;
  }

  override render() {
    const { row, colors, hasNumbers, spell, showGap } = this.props;
    if (row.kind === 'gap') {
      const text = row.skipped > 0 ? unchangedCount(row.skipped) : '…';
      const { at } = row;
      return (
        <tr class="diff-gap">
          <td colSpan={hasNumbers ? 4 : 2}>
            {at === undefined ? (
              text
            ) : (
              <button type="button" class="diff-expand" onClick={() => showGap(at)}>
                {text}
              </button>
            )}
          </td>
        </tr>
      );
    }
    if (row.kind === 'note') {
      return (
        <tr class="diff-note">
          <td colSpan={hasNumbers ? 3 : 1} />
          <td>{l10n.t('No newline at end of file')}</td>
        </tr>
      );
    }
    const { kind, text, pair } = row;
    const marks =
      pair === undefined
        ? noMarks
        : kind === 'removed'
          ? wordMarks(text, pair)
          : wordMarks(pair, text);
    return (
      <tr class={`diff-${kind}`}>
        {hasNumbers && <td class="diff-number">{row.oldLine}</td>}
        {hasNumbers && <td class="diff-number">{row.newLine}</td>}
        <td class="diff-sign">{sign(kind)}</td>
        <td class="diff-text">
          {spell?.(text) ??
            lineContent(
              text,
              colors,
              kind === 'removed' ? marks.removed : kind === 'added' ? marks.added : [],
              'diff-mark',
            )}
        </td>
      </tr>
    );
  }
}

function sign(kind: 'context' | 'added' | 'removed') {
  if (kind === 'context') {
    return null;
  }
  return (
    <>
      <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span>
      <span class="diff-sr">{kind === 'added' ? l10n.t('added') : l10n.t('removed')}</span>
    </>
  );
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

function unchangedCount(count: number): string {
  return plural(count, {
    one: l10n.t('{0} unchanged line', count),
    other: l10n.t('{0} unchanged lines', count),
  });
}

function lineCount(count: number): string {
  return plural(count, { one: l10n.t('{0} line', count), other: l10n.t('{0} lines', count) });
}
