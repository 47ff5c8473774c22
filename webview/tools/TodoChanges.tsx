import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../src/contract/conversation';
import { toldTodoStatus } from '../../src/contract/labels/statusLabels';
import { isAboutLostTodo } from '../../src/contract/todoAnswer';
import { EscapedText } from './parts/EscapedText';
import type { CallOf } from './parts/toolView';

interface TodoChangesProps {
  readonly calls: readonly ToolItem[];
  /** True if the list stands above: then only what it does not say is shown. */
  readonly isWhole: boolean;
}

/** Shows what single updates of the to-do list said beyond its entries. */
export function TodoChanges({ calls, isWhole }: TodoChangesProps) {
  const rows = calls.flatMap(({ call }) => {
    const text = call.family === 'task' ? changeText(call, isWhole) : undefined;
    return text === undefined ? [] : [{ id: call.id, text }];
  });
  return rows.length === 0 ? null : (
    <ul class="tool-links tool-note">
      {rows.map(({ id, text }) => (
        <li key={id}>
          <EscapedText text={text} />
        </li>
      ))}
    </ul>
  );
}

function changeText(call: CallOf<'task'>, isWhole: boolean): string | undefined {
  const { action, taskId, subject, description, status } = call.input ?? {};
  const told = call.content.find(content => content.type === 'text');
  switch (action) {
    case 'create':
      if (description !== undefined && description !== subject) {
        return `${subject ?? ''}: ${description}`;
      }
      return isWhole ? undefined : l10n.t('Added: {0}', subject ?? '');
    case 'update': {
      const isLost = told !== undefined && isAboutLostTodo(told.text);
      if (isLost) {
        return l10n.t('#{0}: no such to-do', taskId ?? '');
      }
      const isNews = !isWhole || status === 'deleted';
      return isNews && status !== undefined
        ? `#${taskId ?? ''}: ${toldTodoStatus(status)}`
        : undefined;
    }
    default:
      return undefined;
  }
}
