import { Code } from './parts/Code';
import { LongText } from './parts/LongText';
import type { ToolView } from './parts/toolView';
import { Visible } from './parts/Visible';

export const skill: ToolView<'skill'> = {
  icon: 'mortar-board',
  Request: ({ call }) => {
    const { args, name } = call.input ?? {};
    return (
      <>
        {name === undefined || name === call.target ? null : (
          <p class="tool-note">
            Skill <Visible text={name} />
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
