import { Code } from './parts/Code';
import { EscapedText } from './parts/EscapedText';
import { LongText } from './parts/LongText';
import type { ToolView } from './parts/toolView';

export const skill: ToolView<'skill'> = {
  icon: 'mortar-board',
  Request: ({ call }) => {
    const { args, name } = call.input ?? {};
    return (
      <>
        {name === undefined || name === call.target ? null : (
          <p class="tool-note">
            Skill <EscapedText text={name} />
          </p>
        )}
        {args === undefined || args === '' ? null : (
          <LongText text={args} id={`${call.id}:args`} shown={20}>
            {part => <Code text={part} label="Arguments" />}
          </LongText>
        )}
      </>
    );
  },
};
