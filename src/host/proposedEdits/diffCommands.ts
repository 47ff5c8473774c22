import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PromptAnswer } from '../../contract/prompts';
import type { CommandTable } from '../commands/command';
import { type OpenChats, promptById, promptTarget } from '../commands/targets';
import type { EditorProposal, ProposalEditors } from './proposalEditors';
import type { Proposals } from './proposals';

/** Proposals of CLIs in terminals. */
interface TerminalDiffs {
  readonly oldest: EditorProposal | undefined;
  /** @returns whether the proposal belongs to a terminal */
  answer(proposal: EditorProposal, isAccepted: boolean): Promise<boolean>;
}

interface DiffCommandDeps extends OpenChats {
  readonly editors: ProposalEditors;
  readonly proposals: Proposals;
  /** Undefined before the first terminal has connected. */
  terminalDiffs(): TerminalDiffs | undefined;
}

export function diffCommands(deps: DiffCommandDeps) {
  return {
    'tandem.diff.open': async id => {
      const { channel, prompt } = promptTarget(deps, 'permission', id);
      await channel.openPromptDiff(prompt.id);
    },
    'tandem.diff.accept': document => answerDiff(deps, document, { kind: 'allowOnce' }),
    'tandem.diff.reject': document => answerDiff(deps, document, { kind: 'deny' }),
  } satisfies Partial<CommandTable>;
}

/** Answers this document's proposal, else the active editor's, else the oldest pending one. */
async function answerDiff(
  deps: DiffCommandDeps,
  document: unknown,
  answer: PromptAnswer,
): Promise<void> {
  const shown = deps.editors.at(document) ?? deps.editors.active;
  const diffs = deps.terminalDiffs();
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
    throw new UserError('prompt.none', vscode.l10n.t('No proposed edit waits for an answer.'));
  }
  await target.channel.answer(target.prompt.id, answer);
}

function oldestWithDiff(deps: DiffCommandDeps) {
  for (const channel of deps.channels()) {
    for (const prompt of channel.conversation.summary.waiting) {
      if (prompt.kind === 'permission' && prompt.hasDiff) {
        return { channel, prompt };
      }
    }
  }
  return undefined;
}
