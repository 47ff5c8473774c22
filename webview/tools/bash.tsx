import { ChangedFilesSummary } from './parts/ChangedFiles';
import { Code } from './parts/Code';
import { CopyText } from './parts/CopyText';
import { EscapedText } from './parts/EscapedText';
import { LongText } from './parts/LongText';
import { durationOf } from './parts/plainText';
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
      ...(background ? ['runs in the background'] : []),
      ...(timeoutMs === undefined ? [] : [`stopped after ${durationOf(timeoutMs)}`]),
    ];
    return (
      <div class="tool-block">
        <div class="tool-block-bar">
          <span class="tool-block-name">
            {description === undefined ? 'Command' : <EscapedText text={description} />}
            {terms.length === 0 ? null : <span class="tool-note"> ({terms.join(', ')})</span>}
          </span>
          <CopyText text={command} what="command" />
        </div>
        <LongText text={command} id={`command:${call.id}`}>
          {part => <Code text={part} label="Command" language="bash" />}
        </LongText>
      </div>
    );
  },
};
