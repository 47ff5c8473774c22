import * as l10n from '@vscode/l10n';
import { shownContents } from '../../src/transcript/shownContents';
import { Contents } from './parts/Contents';
import { Todos } from './parts/Todos';
import type { ToolView } from './parts/toolView';

export const todoWrite: ToolView<'todoWrite'> = {
  icon: 'checklist',
  startsOpen: () => true,
  Summary: ({ call }) => {
    const todos = call.input?.todos ?? [];
    const done = todos.filter(todo => todo.status === 'completed').length;
    return todos.length === 0 ? null : l10n.t('{0} of {1}', done, todos.length);
  },
  Request: ({ call }) => (call.input === undefined ? null : <Todos todos={call.input.todos} />),
  // The request shows the list already.
  Result: ({ call, item }) => (
    <Contents
      contents={shownContents(call).filter(content => content.type !== 'todos')}
      id={item?.key ?? call.id}
    />
  ),
};
