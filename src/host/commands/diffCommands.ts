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
  'tandem.diff.accept': (deps, document) => answerDiff(deps, document, { kind: 'allowOnce' }),
  'tandem.diff.reject': (deps, document) => answerDiff(deps, document, { kind: 'deny' }),
} satisfies Partial<CommandTable>;

/** Answers for this document's proposal, else the active editor's, else the oldest that waits. */
async function answerDiff(
  deps: CommandDeps,
  document: unknown,
  answer: PromptAnswer,
): Promise<void> {
  const shown = deps.desk.at(document) ?? deps.desk.active;
  const { diffs } = deps.ide.service?.loaded ?? {};
  const isAccepted = answer.kind === 'allowOnce';
  if (shown && (await diffs?.answer(shown, isAccepted))) {
    return;
  }
  const prompt = deps.proposals.promptOf(shown);
  const target = prompt ? promptById(deps, prompt) : oldestWithDiff(deps);
  if (!target && diffs?.oldest) {
    await diffs.answer(diffs.oldest, isAccepted);
    return;
  }
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
