import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
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
}

interface DiffState {
  readonly shown: number;
  /** Highlighting of the first rows, as far as it has been computed. */
  readonly colors: readonly HighlightedLine[];
}

const pageSize = 200;
const noMarks = { removed: [], added: [] };

/** Unified diff with old and new line numbers, signs, and marks on changed words. */
export class Diff extends Component<DiffProps, DiffState> {
  override state: DiffState = { shown: pageSize, colors: [] };
  private readonly element = createRef<HTMLDivElement>();
  private rows: readonly DiffRow[] = [];
  private patch: readonly DiffHunk[] | undefined;
  private request: HighlightRequest | undefined;

  override shouldComponentUpdate(next: DiffProps, state: DiffState): boolean {
    return (
      next.patch !== this.props.patch ||
      next.language !== this.props.language ||
      next.added !== this.props.added ||
      next.removed !== this.props.removed ||
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
        ...(before.patch === this.props.patch ? {} : { shown: pageSize }),
      });
    }
    if (changed || state.shown !== this.state.shown) {
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
    if (this.patch !== this.props.patch) {
      this.patch = this.props.patch;
      this.rows = diffRows(this.patch);
    }
    const { shown } = this.state;
    // A "Show more" button is not worth it for a handful of rows.
    return this.rows.length <= shown + 20 ? this.rows : this.rows.slice(0, shown);
  }

  private readonly showMore = () => {
    this.setState(({ shown }) => ({ shown: shown + pageSize * 5 }));
  };

  override render() {
    const { added, removed } = this.props;
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
                <th scope="col">{l10n.t('Old line')}</th>
                <th scope="col">{l10n.t('New line')}</th>
                <th scope="col">{l10n.t('Change')}</th>
                <th scope="col">{l10n.t('Text')}</th>
              </tr>
            </thead>
            <tbody>
              {visible.map((row, index) => (
                <Row key={index} row={row} colors={colors[index]} />
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
}

class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return next.row !== this.props.row || next.colors !== this.props.colors;
  }

  override render() {
    const { row, colors } = this.props;
    if (row.kind === 'gap') {
      return (
        <tr class="diff-gap">
          <td colSpan={4}>
            {row.skipped > 0 ? l10n.t('{0} not shown', lineCount(row.skipped)) : '…'}
          </td>
        </tr>
      );
    }
    if (row.kind === 'note') {
      return (
        <tr class="diff-note">
          <td colSpan={3} />
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
        <td class="diff-number">{row.oldLine}</td>
        <td class="diff-number">{row.newLine}</td>
        <td class="diff-sign">{sign(kind)}</td>
        <td class="diff-text">
          {lineContent(
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

function lineCount(count: number): string {
  return plural(count, { one: l10n.t('{0} line', count), other: l10n.t('{0} lines', count) });
}
