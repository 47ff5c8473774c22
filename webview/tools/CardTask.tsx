import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../src/contract/conversation';
import { taskStatusText } from '../../src/contract/labels/statusLabels';
import type { RunningTask } from '../../src/contract/tasks';
import { isRunning } from '../../src/transcript/foldTasks';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { useNow } from '../ui/useNow';
import { EscapedText } from './parts/EscapedText';
import { spelledOut } from './parts/invisibleCharacters';
import { durationOf } from './parts/plainText';

/** Task started by a call, with its actions; visible even when the card is folded. */
export function CardTask({ item }: { readonly item: ToolItem }) {
  const { id } = item.call;
  const task = usePageState(({ conversation }) =>
    conversation.summary.tasks.findLast(({ toolId }) => toolId === id),
  );
  return task && (isRunning(task) || task.hasOutput) ? <Task task={task} item={item} /> : null;
}

function Task({ task, item }: { readonly task: RunningTask; readonly item: ToolItem }) {
  const { call } = useActions();
  const { id: taskId, stop } = task;
  const title = spelledOut(task.title);
  return (
    <div class="tool-notes tool-task">
      <span class="tool-note">
        <EscapedText text={stateOf(task)} />
        {/* The header shows the time while the call itself runs. */}
        {item.call.status === 'running' || hasFinished(task) ? null : <Elapsed task={task} />}
      </span>
      {stop === undefined ? null : (
        <Button
          icon="debug-stop"
          label={
            stop === 'task' ? l10n.t('Stop {0}', title) : l10n.t('Stop the Turn, and This with It')
          }
          onClick={() => void call('task.act', { action: 'stop', taskId })}
        >
          {l10n.t('Stop')}
        </Button>
      )}
      {task.hasOutput ? (
        <Button
          icon="output"
          label={l10n.t('Show Output of {0}', title)}
          onClick={() => void call('task.act', { action: 'output', taskId })}
        >
          {l10n.t('Show Output')}
        </Button>
      ) : null}
    </div>
  );
}

function hasFinished({ status, startedAt, endedAt }: RunningTask): boolean {
  return status === 'completed' && endedAt !== undefined && endedAt - startedAt >= 1000;
}

function stateText(task: RunningTask): string {
  const { status, isBackground, startedAt, endedAt = startedAt } = task;
  if (hasFinished(task)) {
    return l10n.t('Finished in {0}', durationOf(endedAt - startedAt));
  }
  return status === 'running' && isBackground
    ? l10n.t('Running in the background')
    : taskStatusText(status).label;
}

function stateOf(task: RunningTask): string {
  const { status, lastAction, model } = task;
  const state = stateText(task);
  return [
    state,
    ...(status === 'running' && lastAction ? [lastAction] : []),
    ...(model ? [model] : []),
  ].join(' · ');
}

function Elapsed({ task }: { readonly task: RunningTask }) {
  const skew = usePageState(state => state.clockSkew);
  const now = useNow(isRunning(task));
  const ms = (task.endedAt ?? now + skew) - task.startedAt;
  return ms < 1000 ? null : <> · {durationOf(ms)}</>;
}
