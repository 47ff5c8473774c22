import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { plainOutput } from '../../../base/plainOutput';
import type { RunningTask } from '../../../contract/tasks';
import type { Channel } from '../../../core/conversation/channel';
import { readTail } from '../../../node/fileTail';
import { taskKey } from '../../tasks/tasksModel';
import { contextText, longestBlock } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 20;

/** Parts of a conversation that the source needs. */
type TaskOwner = Pick<Channel, 'id' | 'title' | 'tasks'>;

export interface TaskSourceOptions {
  /** Conversations that are open in this window. */
  channels(): readonly TaskOwner[];
  show(owner: TaskOwner, task: RunningTask): Promise<void>;
}

interface Owned {
  readonly owner: TaskOwner;
  readonly task: RunningTask;
}

/** Commands and subagents that conversations of this window run or have run. */
export function taskSource({
  channels,
  show,
}: TaskSourceOptions): MentionSource<'task', Pick<Channel, 'id'>> {
  const all = (): Owned[] =>
    channels().flatMap(owner => owner.tasks.all.map(task => ({ owner, task })));
  const get = (id: string, name: string): Owned => {
    const found = all().find(({ owner, task }) => taskKey(owner.id, task) === id);
    if (!found) {
      throw new UserError(
        'mention.gone',
        l10n.t('The task “{0}” is no longer known. Remove its mention.', shown(name, 60)),
      );
    }
    return found;
  };
  return {
    kind: 'task',
    pace: 'fast',
    find: async (query, channel) => {
      const wanted = queryOf('task', query);
      if (wanted === undefined) {
        return [];
      }
      const withOutput = all()
        .filter(({ task }) => task.hasOutput === true)
        .sort(
          (one, other) =>
            Number(other.owner.id === channel.id) - Number(one.owner.id === channel.id) ||
            other.task.startedAt - one.task.startedAt,
        );
      const searched = ({ task }: Owned) => ({ label: task.title, also: 'task output' });
      return rank(wanted, withOutput, searched, mostRows).map(({ entry, matches }) => {
        const { owner, task } = entry;
        return mentionRow(
          { kind: 'task', id: taskKey(owner.id, task), name: shown(task.title, 100) },
          {
            ...{ name: task.title, label: task.title, icon: 'checklist', matches },
            detail: `${statusText(task)} · ${owner.title}`,
            isAmbiguous: true,
          },
        );
      });
    },
    resolve: ({ id, name }, _channel, signal) =>
      limited(signal, async () => {
        const { owner, task } = get(id, name);
        const title = l10n.t('Output of the task “{0}”', shown(task.title, 100));
        const text = `${statusText(task)}\n\n${await outputOf(owner, task)}`;
        return { text: title, blocks: [contextText('task', title, text, 'end')] };
      }),
    open: async ({ id, name }) => {
      const { owner, task } = get(id, name);
      await show(owner, task);
    },
  };
}

/** @throws UserError if the agent does not tell */
async function outputOf({ tasks }: TaskOwner, { id, outputPath }: RunningTask): Promise<string> {
  const output =
    outputPath === undefined
      ? await tasks.output(id)
      : await readTail(outputPath, longestBlock, undefined);
  if (!output) {
    return l10n.t('(Its output is no longer kept.)');
  }
  const text = plainOutput(output.text).trim();
  const cut = output.isCut ? `${l10n.t('(The beginning of the output is left out.)')}\n` : '';
  return text === '' ? l10n.t('(It has no output.)') : `${cut}${text}`;
}

function statusText({ status }: RunningTask): string {
  switch (status) {
    case 'running':
      return l10n.t('Running');
    case 'completed':
      return l10n.t('Completed');
    case 'failed':
      return l10n.t('Failed');
    case 'stopped':
      return l10n.t('Stopped');
    case 'lost':
      return l10n.t('Outcome unknown');
  }
}
