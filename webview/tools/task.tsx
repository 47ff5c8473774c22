import { Contents } from './parts/Contents';
import { EscapedText } from './parts/EscapedText';
import type { CallOf, ToolView } from './parts/toolView';

const statusWords = new Map([
  ['pending', 'to do'],
  ['in_progress', 'in progress'],
  ['completed', 'done'],
  ['deleted', 'removed'],
]);

export const task: ToolView<'task'> = {
  icon: 'checklist',
  startsOpen: ({ call }) => call.content.some(content => content.type === 'todos'),
  Summary: ({ call }) => {
    const status = call.input?.status;
    return status === undefined ? null : (statusWords.get(status) ?? status);
  },
  Request: ({ call }) => (call.input === undefined ? null : <TaskInput call={call} />),
  Result: ({ call, item }) => {
    const hasList = call.content.some(content => content.type === 'todos');
    return (
      <Contents
        contents={hasList ? call.content.filter(content => content.type !== 'text') : call.content}
        id={item?.key ?? call.id}
      />
    );
  },
};

function TaskInput({ call }: { readonly call: CallOf<'task'> }) {
  const { taskId, subject, description, activeText, status } = call.input ?? {};
  const rows: [string, string | undefined][] = [
    ['Task', taskId === undefined ? undefined : `#${taskId}`],
    ['Subject', subject === call.target ? undefined : subject],
    ['Description', description === subject ? undefined : description],
    ['While it runs', activeText],
    ['Status', status === undefined ? undefined : (statusWords.get(status) ?? status)],
  ];
  return (
    <dl class="tool-values">
      {rows.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} class="tool-value">
            <dt>{name}</dt>
            <dd>
              <EscapedText text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
