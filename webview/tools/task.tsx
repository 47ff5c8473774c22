import * as l10n from '@vscode/l10n';
import { toldTodoStatus } from '../../src/contract/labels/statusLabels';
import { shownContents } from '../../src/transcript/shownContents';
import { Contents } from './parts/Contents';
import { EscapedText } from './parts/EscapedText';
import type { CallOf, ToolView } from './parts/toolView';

export const task: ToolView<'task'> = {
  icon: 'checklist',
  startsOpen: ({ call }) => call.content.some(content => content.type === 'todos'),
  Summary: ({ call }) => {
    const status = call.input?.status;
    return status === undefined ? null : toldTodoStatus(status);
  },
  Request: ({ call }) => (call.input === undefined ? null : <TaskInput call={call} />),
  Result: ({ call, item }) => <Contents contents={shownContents(call)} id={item?.key ?? call.id} />,
};

function TaskInput({ call }: { readonly call: CallOf<'task'> }) {
  const { taskId, subject, description, activeText, status } = call.input ?? {};
  const rows: [string, string | undefined][] = [
    [l10n.t('Task'), taskId === undefined ? undefined : `#${taskId}`],
    [l10n.t('Subject'), subject === call.target ? undefined : subject],
    [l10n.t('Description'), description === subject ? undefined : description],
    [l10n.t('Active form'), activeText],
    [l10n.t('Status'), status === undefined ? undefined : toldTodoStatus(status)],
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
