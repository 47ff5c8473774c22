import { shownContents } from '../../src/transcript/shownContents';
import { Contents } from './parts/Contents';
import type { ToolView } from './parts/toolView';

export const question: ToolView<'question'> = {
  icon: 'question',
  startsOpen: ({ call }) => call.content.some(content => content.type === 'answers'),
  // Claude Code writes the user's answers into the input before it runs the tool.
  shownByResult: ({ call }) =>
    call.content.some(content => content.type === 'answers') ? ['answers'] : [],
  Request: ({ call }) =>
    // The answers repeat the questions.
    call.content.some(content => content.type === 'answers') ? null : (
      <ul class="tool-questions">
        {call.input?.questions.map((asked, index) => (
          <li key={index}>
            {asked.question}
            <span class="tool-note"> {asked.options.map(option => option.label).join(' / ')}</span>
          </li>
        ))}
      </ul>
    ),
  Result: ({ call, item }) => <Contents contents={shownContents(call)} id={item?.key ?? call.id} />,
};
