import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PromptAnswer } from '../../contract/prompts';
import type { CommandDeps, CommandTable } from './command';
import { promptById, promptTarget } from './targets';

export const diffCommands = {
  'tandem.diff.open': async (deps, id) => {
    const { channel, prompt } = promptTarget(deps, 'permission', id);
    await channel.openPromptDiff(prompt.id);
  },
  'tandem.diff.accept': deps => answerShownDiff(deps, { kind: 'allowOnce' }),
  'tandem.diff.reject': deps => answerShownDiff(deps, { kind: 'deny' }),
} satisfies Partial<CommandTable>;

/** Answers for the proposal in the active editor; without one, for the oldest that waits. */
async function answerShownDiff(deps: CommandDeps, answer: PromptAnswer): Promise<void> {
  const shown = deps.proposals.activePrompt;
  const target = shown ? promptById(deps, shown) : oldestWithDiff(deps);
  if (!target) {
    throw new UserError('noPrompt', vscode.l10n.t('No proposed edit waits for an answer.'));
  }
  await target.channel.answer(target.prompt.id, answer);
}

function oldestWithDiff(deps: CommandDeps) {
  for (const channel of deps.channels()) {
    for (const prompt of channel.conversation.summary.waiting) {
      if (prompt.kind === 'permission' && prompt.hasDiff) {
        return { channel, prompt };
      }
    }
  }
  return undefined;
}
