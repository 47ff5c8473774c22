import * as vscode from 'vscode';
import { permissionModes } from '../../contract/content';
import type { CommandTable } from '../commands/command';
import type { FirstPrompts } from '../commands/firstPrompts';
import { nativeUi } from '../nativeText/nativeUi';

export function planCommands(firsts: FirstPrompts) {
  return {
    'tandem.plan.approve': async (id, mode) => {
      const { channel, prompt } = firsts.target('plan', id);
      const wanted = permissionModes.find(known => known === mode);
      await channel.answer(prompt.id, {
        kind: 'approvePlan',
        ...(wanted ? { mode: wanted } : {}),
      });
    },
    'tandem.plan.approveAndAcceptEdits': async id => {
      const { channel, prompt } = firsts.target('plan', id);
      await channel.answer(prompt.id, { kind: 'approvePlan', mode: 'acceptEdits' });
    },
    'tandem.plan.keepPlanning': async (id, argument) => {
      const { channel, prompt } = firsts.target('plan', id);
      const feedback =
        typeof argument === 'string'
          ? argument
          : await nativeUi.showInputBox({
              prompt: vscode.l10n.t('What should be different?'),
            });
      if (feedback !== undefined) {
        await channel.answer(prompt.id, { kind: 'keepPlanning', feedback });
      }
    },
  } satisfies Partial<CommandTable>;
}
