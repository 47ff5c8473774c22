import * as l10n from '@vscode/l10n';
import { shownContents } from '../../src/transcript/shownContents';
import { ChangedFilesSummary } from './parts/ChangedFiles';
import { Contents } from './parts/Contents';
import { CopyText } from './parts/CopyText';
import { EscapedText } from './parts/EscapedText';
import { durationOf } from './parts/plainText';
import { RunText } from './parts/RunText';
import type { ToolView } from './parts/toolView';

export const bash: ToolView<'bash'> = {
  icon: 'terminal',
  startsOpen: () => true,
  // The body has the command.
  shownTarget: ({ call }, isOpen) =>
    call.input?.description ?? (isOpen && call.input !== undefined ? undefined : call.target),
  Summary: ChangedFilesSummary,
  Request: ({ call, item }) => {
    if (call.input === undefined) {
      return null;
    }
    const { command, description, background, timeoutMs } = call.input;
    const terms = [
      ...(background ? [l10n.t('Runs in the background')] : []),
      ...(timeoutMs === undefined ? [] : [l10n.t('stopped after {0}', durationOf(timeoutMs))]),
    ].join(', ');
    // The header of a card has the description, but that of a request has the question.
    const told = item === undefined ? description : undefined;
    return (
      <>
        {told === undefined ? null : (
          <p class="tool-note">
            <EscapedText text={told} />
          </p>
        )}
        <div class="tool-block tool-command">
          <RunText
            text={command}
            id={`command:${call.id}`}
            label={l10n.t('Command')}
            language="bash"
          />
          <CopyText text={command} label={l10n.t('Copy Command')} />
        </div>
        {terms === '' ? null : <p class="tool-note">{terms}</p>}
      </>
    );
  },
  Result: ({ call, item }) => <Contents contents={shownContents(call)} id={item?.key ?? call.id} />,
};
