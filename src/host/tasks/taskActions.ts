import * as vscode from 'vscode';
import type { TaskAct } from '../../contract/calls';
import type { TaskId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { views } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import type { TaskOutputs } from './taskOutputs';

/** User actions on running tasks. */
export class TaskActions {
  constructor(private readonly outputs: TaskOutputs) {}

  async act(channel: Channel, act: TaskAct): Promise<void> {
    switch (act.action) {
      case 'stop':
        return this.stop(channel, act.taskId);
      case 'output':
        return this.showOutput(channel, act.taskId);
      case 'list':
        return void (await vscode.commands.executeCommand(`${views.tasks}.focus`));
    }
  }

  /** @throws UserError as `ChannelTasks` does */
  async stop(channel: Channel, id: TaskId): Promise<void> {
    if (channel.tasks.get(id).stop === 'turn' && !(await agreesToStopTurn())) {
      return;
    }
    await channel.tasks.stop(id);
  }

  showOutput(channel: Channel, id: TaskId): Promise<void> {
    return this.outputs.open(channel.id, channel.tasks, id);
  }
}

async function agreesToStopTurn(): Promise<boolean> {
  const stop = vscode.l10n.t('Stop Turn');
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t('Stop the whole turn?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The turn waits for this subagent, and this version of Claude Code cannot stop it alone. Everything else that the turn does is stopped, too; what runs in the background continues.',
      ),
    },
    stop,
  );
  return picked === stop;
}
