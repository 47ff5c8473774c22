import * as l10n from '@vscode/l10n';
import { ChangedFilesSummary } from './parts/ChangedFiles';
import { CopyText } from './parts/CopyText';
import { EscapedText } from './parts/EscapedText';
import { durationOf } from './parts/plainText';
import { RunText } from './parts/RunText';
import type { ToolView } from './parts/toolView';

export const bash: ToolView<'bash'> = {
  icon: 'terminal',
  startsOpen: () => true,
  Summary: ChangedFilesSummary,
  Request: ({ call }) => {
    if (call.input === undefined) {
      return null;
    }
    const { command, description, background, timeoutMs } = call.input;
    const terms = [
      ...(background ? [l10n.t('runs in the background')] : []),
      ...(timeoutMs === undefined ? [] : [l10n.t('stopped after {0}', durationOf(timeoutMs))]),
    ];
    return (
      <div class="tool-block">
        <div class="tool-block-bar">
          <span class="tool-block-name">
            {description === undefined ? l10n.t('Command') : <EscapedText text={description} />}
            {terms.length === 0 ? null : <span class="tool-note"> ({terms.join(', ')})</span>}
          </span>
          <CopyText text={command} label={l10n.t('Copy command')} />
        </div>
        <RunText
          text={command}
          id={`command:${call.id}`}
          label={l10n.t('Command')}
          language="bash"
        />
      </div>
    );
  },
};
