import * as l10n from '@vscode/l10n';
import { Component } from 'preact';
import { IconButton } from '../Button';
import { MarkdownContext } from './markdownContext';

interface CodeActionsProps {
  readonly language: string;
  /** Called on click, so that long code is not joined earlier. */
  readonly text: () => string;
}

const shells =
  /^(?:(?:ba|z|fi|c|k)?sh|shell(?:script|session)?|console|powershell|pwsh|ps1|cmd|bat)$/i;

/** Buttons for code; that for copying briefly confirms it. */
export class CodeActions extends Component<CodeActionsProps, { readonly copied: boolean }> {
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
    const { language, text } = this.props;
    const { copied } = this.state;
    return (
      <span class="code-actions">
        <IconButton
          label={copied ? l10n.t('Copied') : l10n.t('Copy')}
          icon={copied ? 'check' : 'copy'}
          onClick={this.copy}
        />
        <IconButton
          label={l10n.t('Insert at Cursor')}
          icon="insert"
          onClick={() => this.context.insert(text())}
        />
        {shells.test(language) ? (
          <IconButton
            label={l10n.t('Run in Terminal')}
            icon="terminal"
            onClick={() => this.context.run(text())}
          />
        ) : null}
      </span>
    );
  }
}
