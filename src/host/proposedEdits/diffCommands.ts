import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PromptAnswer } from '../../contract/prompts';
import type { CommandTable } from '../commands/command';
import { changedJustNow } from '../commands/firstPrompts';
import { type OpenChats, promptById, promptTarget } from '../commands/targets';
import type { EditorProposal, ProposalEditors } from './proposalEditors';
import type { Proposals } from './proposals';

/** Proposals that belong to no conversation. */
interface OtherProposals {
  /** @returns whether the proposal is one of them */
  answer(proposal: EditorProposal, isAccepted: boolean): Promise<boolean>;
}

interface DiffCommandDeps extends OpenChats {
  readonly editors: ProposalEditors;
  readonly proposals: Proposals;
  others(): readonly OtherProposals[];
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

/**
 * Answers this document's proposal, else the active editor's, else the oldest one. Accepts only what
 * an editor shows.
 */
async function answerDiff(
  { editors, proposals, others, ...open }: DiffCommandDeps,
  document: unknown,
  answer: PromptAnswer,
): Promise<void> {
  const named = editors.at(document);
  const proposal = named ?? editors.front;
  if (!proposal) {
    throw noProposal();
  }
  if (!named && !editors.isFrontSteady) {
    throw changedJustNow();
  }
  const isAccepted = answer.kind === 'allowOnce';
  if (isAccepted && !editors.isVisible(proposal)) {
    await editors.show(proposal, 'focus');
    throw new UserError(
      'prompt.unseen',
      vscode.l10n.t('Look at the proposed edit, then accept it.'),
    );
  }
  for (const other of others()) {
    if (await other.answer(proposal, isAccepted)) {
      return;
    }
  }
  const prompt = proposals.promptOf(proposal);
  const target = prompt && promptById(open, prompt);
  if (!target) {
    throw noProposal();
  }
  await target.channel.answer(target.prompt.id, answer);
}

function noProposal(): UserError {
  return new UserError('prompt.none', vscode.l10n.t('No proposed edit waits for an answer.'));
}
