import * as l10n from '@vscode/l10n';
import { Component, type ComponentChild, createRef } from 'preact';
import type { HighlightedLine } from '../highlight/highlightLines';
import { HighlightRequest } from '../highlight/highlightRequest';
import { languageOf } from '../highlight/languages';
import { type Groups, lineGroupSize } from './blocks';
import { CodeActions } from './CodeActions';

interface CodeBlockProps {
  /** Info string after the opening fence. */
  readonly info: string;
  readonly lines: Groups<string>;
  /** True while the block grows; highlighting starts once it is closed. */
  readonly open: boolean;
}

interface CodeBlockState {
  readonly highlighted: Groups<HighlightedLine>;
}

/** Code block with its language and buttons: one element per line, in groups of 64. */
export class CodeBlock extends Component<CodeBlockProps, CodeBlockState> {
  override state: CodeBlockState = { highlighted: [] };
  private readonly element = createRef<HTMLDivElement>();
  private request: HighlightRequest | undefined;

  override shouldComponentUpdate(next: CodeBlockProps, state: CodeBlockState): boolean {
    return (
      next.lines !== this.props.lines ||
      next.info !== this.props.info ||
      next.open !== this.props.open ||
      state !== this.state
    );
  }

  override componentDidMount(): void {
    this.requestHighlight();
  }

  override componentDidUpdate(before: CodeBlockProps): void {
    const { info, lines, open } = this.props;
    if (
      before.info === info &&
      before.open === open &&
      (before.lines === lines || sameLines(before.lines, lines))
    ) {
      return;
    }
    this.request?.dispose();
    this.request = undefined;
    if (this.state.highlighted.length > 0) {
      this.setState({ highlighted: [] });
    }
    this.requestHighlight();
  }

  override componentWillUnmount(): void {
    this.request?.dispose();
  }

  private requestHighlight(): void {
    const { info, lines, open } = this.props;
    const language = languageOf(info);
    if (open || language === undefined || this.element.current === null) {
      return;
    }
    this.request = new HighlightRequest(this.element.current, lines.flat(), language, done =>
      this.setState({ highlighted: groupLines(done) }),
    );
  }

  override render() {
    const { info, lines } = this.props;
    const { highlighted } = this.state;
    const label = languageLabel(info);
    const name = label === '' ? l10n.t('Code') : l10n.t('Code: {0}', label);
    return (
      <div class="code-block" ref={this.element}>
        <div class="code-header">
          <span class="code-language">{label}</span>
          <CodeActions language={label} text={() => lines.flat().join('\n')} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard. */}
        {/* biome-ignore lint/a11y/useSemanticElements: no form fields to group. */}
        <pre tabIndex={0} role="group" aria-label={name}>
          <code>
            {lines.map((group, index) => (
              <LineGroup key={index} lines={group} highlighted={highlighted[index]} />
            ))}
          </code>
        </pre>
      </div>
    );
  }
}

interface LineGroupProps {
  readonly lines: readonly string[];
  readonly highlighted: readonly HighlightedLine[] | undefined;
}

/** Group of lines, so that appending a line only lays out a small box. */
class LineGroup extends Component<LineGroupProps> {
  override shouldComponentUpdate(next: LineGroupProps): boolean {
    return (
      next.highlighted?.length !== this.props.highlighted?.length ||
      (next.lines !== this.props.lines && !sameGroup(next.lines, this.props.lines))
    );
  }

  override render() {
    const { lines, highlighted } = this.props;
    return (
      <span class="code-group">
        {lines.map((line, index) => (
          <span key={index} class="code-line">
            {lineContent(line, highlighted?.[index])}
          </span>
        ))}
      </span>
    );
  }
}

/** Renders a line with its line end; a plain line is a single text node, for cheap streaming. */
function lineContent(line: string, pieces: HighlightedLine | undefined): ComponentChild {
  if (pieces === undefined) {
    return `${line}\n`;
  }
  const colored = pieces.map(([text, name]) =>
    name === '' ? text : <span class={name}>{text}</span>,
  );
  return [...colored, '\n'];
}

function groupLines(lines: readonly HighlightedLine[]): Groups<HighlightedLine> {
  const groups: HighlightedLine[][] = [];
  for (let start = 0; start < lines.length; start += lineGroupSize) {
    groups.push(lines.slice(start, start + lineGroupSize));
  }
  return groups;
}

function sameLines(a: Groups<string>, b: Groups<string>): boolean {
  return (
    a.length === b.length &&
    a.every((group, index) => group === b[index] || sameGroup(group, b[index] ?? []))
  );
}

function sameGroup(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

function languageLabel(info: string): string {
  return (/^[^\s,{]+/.exec(info)?.[0] ?? '').slice(0, 40);
}
