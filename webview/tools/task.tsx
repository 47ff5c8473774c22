import * as l10n from '@vscode/l10n';
import { Contents } from './parts/Contents';
import { EscapedText } from './parts/EscapedText';
import type { CallOf, ToolView } from './parts/toolView';

/** Names a status; one that is not known is shown as it is. */
function statusWord(status: string): string {
  switch (status) {
    case 'pending':
      return l10n.t('to do');
    case 'in_progress':
      return l10n.t('in progress');
    case 'completed':
      return l10n.t('done');
    case 'deleted':
      return l10n.t('removed');
    default:
      return status;
  }
}

export const task: ToolView<'task'> = {
  icon: 'checklist',
  startsOpen: ({ call }) => call.content.some(content => content.type === 'todos'),
  Summary: ({ call }) => {
    const status = call.input?.status;
    return status === undefined ? null : statusWord(status);
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
    [l10n.t('Task'), taskId === undefined ? undefined : `#${taskId}`],
    [l10n.t('Subject'), subject === call.target ? undefined : subject],
    [l10n.t('Description'), description === subject ? undefined : description],
    [l10n.t('While it runs'), activeText],
    [l10n.t('Status'), status === undefined ? undefined : statusWord(status)],
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
