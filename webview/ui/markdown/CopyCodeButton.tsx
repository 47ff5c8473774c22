import * as l10n from '@vscode/l10n';
import { Component } from 'preact';
import { MarkdownContext } from './markdownContext';

interface CopyCodeButtonProps {
  /** Called on click, so that long code is not joined earlier. */
  readonly text: () => string;
}

/** Button that copies code and briefly confirms it. */
export class CopyCodeButton extends Component<CopyCodeButtonProps, { readonly copied: boolean }> {
  static override contextType = MarkdownContext;
  override state = { copied: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private readonly copy = () => {
    this.context.copy(this.props.text());
    this.setState({ copied: true });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState({ copied: false }), 1500);
  };

  override render() {
    return (
      <button type="button" class="code-copy" onClick={this.copy}>
        {this.state.copied ? l10n.t('Copied') : l10n.t('Copy')}
      </button>
    );
  }
}
